import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

let project = ''

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'install-lock-'))
  await mkdir(path.join(project, '.data'))
})

afterEach(() => rm(project, { recursive: true, force: true }))

test('of runs at the same time only one works, and each has its turn', async () => {
  await Promise.all([1, 2, 3, 4].map(installInOtherProcess))
  const turns = await readFile(path.join(project, 'turns'), 'utf8')
  expect(turns).toMatch(/^(?:begin (\d+)\nend \1\n){4}$/)
  expect(await readdir(path.join(project, '.data'))).toEqual([])
})

test('the lock of a process that was killed does not hold up the next', async () => {
  const killed = spawn(process.execPath, ['--eval', ''])
  await once(killed, 'exit')
  await writeFile(path.join(project, '.data/install.lock'), `${killed.pid} gone`)
  await Promise.all([1, 2, 3].map(installInOtherProcess))
  expect(await readFile(path.join(project, 'turns'), 'utf8')).toMatch(
    /^(?:begin (\d+)\nend \1\n){3}$/,
  )
})

test('nor when its process id now belongs to another', async () => {
  const lock = path.join(project, '.data/install.lock')
  await writeFile(lock, `${process.pid} someone else`)
  const minuteAgo = new Date(Date.now() - 60_000)
  await utimes(lock, minuteAgo, minuteAgo)
  await installInOtherProcess()
  expect(await readFile(path.join(project, 'turns'), 'utf8')).toMatch(/^begin (\d+)\nend \1\n$/)
})

test('a failing installation frees the lock', async () => {
  await expect(installInOtherProcess('throw new Error("no")')).rejects.toThrow('exit code 1')
  await installInOtherProcess()
  expect(await readdir(path.join(project, '.data'))).toEqual([])
})

async function installInOtherProcess(work: unknown = ''): Promise<void> {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { withInstallLock } from ${JSON.stringify(import.meta.resolve('./install-lock.mjs'))}
    const turns = ${JSON.stringify(path.join(project, 'turns'))}
    await withInstallLock(${JSON.stringify(project)}, async () => {
      ${typeof work === 'string' ? work : ''}
      appendFileSync(turns, \`begin \${process.pid}\\n\`)
      await setTimeout(150)
      appendFileSync(turns, \`end \${process.pid}\\n\`)
    })
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`exit code ${String(code)}`)
}

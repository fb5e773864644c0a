/** Packages for JavaScript as npm installs them from a running service, and as `npm pack` makes them. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '@scheduling/test/support/api.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')

const api = useSharedApi()
let folder: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'from-service-')))
})
afterAll(() => rm(folder, { recursive: true }))

describe('npm install', () => {
  it('of the addresses that the docs name gives programs that run, and nothing else', async () => {
    await writeFile(path.join(folder, 'package.json'), '{}')
    const addresses = ['sdk', 'cli'].map(
      (name) => `${api.url}/docs/downloads/scheduling-${name}.tgz`,
    )
    const words = ['install', '--no-audit', '--no-fund', '--json', ...addresses]
    const { stdout } = await run('npm', words, { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ added: 2 })
    const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'))
    const resolved = Object.values<{ resolved?: string }>(lock.packages).flatMap(
      (one) => one.resolved ?? [],
    )
    expect(resolved.toSorted()).toEqual(addresses.toSorted())
    const { key } = await api.organization()
    const cli = await run(path.join(folder, 'node_modules/.bin/scheduling'), ['whoami'], {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        SCHEDULING_URL: api.url,
        SCHEDULING_API_KEY: key,
      },
    })
    expect(cli.stdout).toContain('Clínica Aurora')
    const program = `const { Scheduling } = require('@scheduling/sdk')
new Scheduling({ baseUrl: '${api.url}', apiKey: '${key}' }).account.get().then(({ name }) => console.log(name))`
    expect((await run(process.execPath, ['-e', program], { cwd: folder })).stdout).toBe(
      'Clínica Aurora\n',
    )
  })
})

describe('npm pack', () => {
  it.each(['packages/sdk', 'packages/client', 'apps/cli'])(
    'in %s makes what the service hands out, and leaves the folder as it was',
    async (name) => {
      // A copy: while it is packed, its manifest is another one.
      const copy = path.join(folder, 'copy')
      await mkdir(copy)
      await cp(path.join(ROOT, 'package.json'), path.join(copy, 'package.json'))
      for (const part of ['packages', 'apps']) {
        await mkdir(path.join(copy, part))
        await cp(path.join(ROOT, part), path.join(copy, part), {
          recursive: true,
          filter: (from) =>
            !/node_modules|\/dist(?:\/|$)/.test(from) &&
            /\/(?:packages|apps)(?:$|\/(?:sdk|client|cli|release|published)(?:\/|$))/.test(from),
        })
      }
      for (const one of ['packages/client', 'apps/cli', 'apps/release']) {
        await symlink(path.join(ROOT, one, 'node_modules'), path.join(copy, one, 'node_modules'))
      }
      await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
      try {
        const at = path.join(copy, name)
        const before = await readFile(path.join(at, 'package.json'), 'utf8')
        const { stdout } = await run('npm', ['pack', '--json', '--silent'], { cwd: at })
        const [{ filename }] = JSON.parse(stdout)
        const packed = await listed(path.join(at, filename))
        const [, short = ''] = name.split('/')
        const published = path.join(ROOT, 'packages/published/dist', `scheduling-${short}.tgz`)
        expect(packed).toEqual(await listed(published))
        expect(await readFile(path.join(at, 'package.json'), 'utf8')).toBe(before)
      } finally {
        await rm(copy, { recursive: true })
      }
    },
  )
})

/** Its files with what is in them. */
async function listed(tarball: string): Promise<Record<string, string>> {
  const { stdout } = await run('tar', ['tzf', tarball])
  const names = stdout.trim().split('\n').toSorted()
  const texts = await Promise.all(
    names.map((one) => run('tar', ['xzOf', tarball, one], { maxBuffer: 2 ** 26 })),
  )
  return Object.fromEntries(names.map((one, index) => [one, texts[index]?.stdout ?? '']))
}

/** A project outside the workspace, with the packed client installed. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { installPackage } from './installed-package.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')
const TSC = path.join(ROOT, 'node_modules/.bin/tsc')
const CLIENT = path.join(ROOT, 'packages/client')

export type OutsideProject = {
  readonly folder: string
  /** Compiles one file. @returns what the compiler says, and how many seconds it took */
  compile(text: string, options?: object): Promise<{ said: string; seconds: number }>
  /** Runs a module of JavaScript in a process of its own. @returns what it prints */
  run(text: string): Promise<string>
  remove(): Promise<void>
}

export async function outsideProject(): Promise<OutsideProject> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'outside-')))
  await mkdir(path.join(folder, 'node_modules/@trpc'), { recursive: true })
  const { dependencies = {} } = await installPackage('client', folder)
  for (const name of Object.keys(dependencies)) {
    await symlink(path.join(CLIENT, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  // For the comparison alone.
  await symlink(
    path.join(ROOT, 'packages/core'),
    path.join(folder, 'node_modules/@scheduling/core'),
  )
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return {
    folder,
    async compile(text, options = {}) {
      await writeFile(path.join(folder, 'main.ts'), text)
      const compilerOptions = {
        target: 'es2024',
        lib: ['es2024', 'dom'],
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
        ...options,
      }
      await writeFile(
        path.join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['main.ts'] }),
      )
      const began = performance.now()
      const said = await run(TSC, ['-p', folder]).then(
        ({ stdout }) => stdout,
        (error: { stdout?: string }) => error.stdout ?? String(error),
      )
      return { said, seconds: (performance.now() - began) / 1000 }
    },
    async run(text) {
      await writeFile(path.join(folder, 'main.mjs'), text)
      return (await run(process.execPath, [path.join(folder, 'main.mjs')])).stdout
    },
    async remove() {
      if (existsSync(folder)) await rm(folder, { recursive: true })
    },
  }
}

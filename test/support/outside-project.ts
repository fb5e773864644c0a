/** A project outside the workspace, with packages of ours installed as they are packed. */
import { execFile } from 'node:child_process'
import { npmPackage } from '@scheduling/release/npm-package'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')
const TSC = path.join(ROOT, 'node_modules/.bin/tsc')

export type OutsideProject = {
  readonly folder: string
  /** Compiles one file, with our TypeScript or another program. @returns what the compiler says, and how many seconds it took */
  compile(text: string, options?: object, tsc?: string): Promise<{ said: string; seconds: number }>
  /** Runs a module of JavaScript in a process of its own. @returns what it prints */
  run(text: string): Promise<string>
  remove(): Promise<void>
}

/** Where each package is. */
const FOLDERS = {
  client: 'packages/client',
  sdk: 'packages/sdk',
  cli: 'apps/cli',
} as const

type Packed = keyof typeof FOLDERS

/** @param names of the packages to install */
export async function outsideProject(...names: readonly Packed[]): Promise<OutsideProject> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'outside-')))
  for (const name of names) await install(name, folder)
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return {
    folder,
    async compile(text, options = {}, tsc = TSC) {
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
      const said = await run(tsc, ['-p', folder]).then(
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

/** With the files that its tarball has. */
async function install(name: Packed, folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules')
  const installed = path.join(modules, '@scheduling', name)
  const { files } = await npmPackage(FOLDERS[name])
  await mkdir(path.join(installed, 'dist'), { recursive: true })
  for (const [file, text] of files) await writeFile(path.join(installed, file), text)
  const { dependencies = {} } = JSON.parse(files.get('package.json') ?? '')
  for (const needed of Object.keys(dependencies)) {
    await mkdir(path.dirname(path.join(modules, needed)), { recursive: true })
    await symlink(
      path.join(ROOT, FOLDERS[name], 'node_modules', needed),
      path.join(modules, needed),
    )
  }
}

/** A project outside the workspace, with packages of ours installed as they are packed. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
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

/** Where each package is. A package comes after those that it needs. */
const FOLDERS = {
  client: 'packages/client',
  sdk: 'packages/sdk',
  cli: 'apps/cli',
} as const

type Packed = keyof typeof FOLDERS

/** @param names of the packages to install, those that others need first */
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

/** As `pnpm pack` does it: `prepack`, then the files and the manifest with what is published of it. */
async function install(name: Packed, folder: string): Promise<void> {
  const source = path.join(ROOT, FOLDERS[name])
  const modules = path.join(folder, 'node_modules')
  const installed = path.join(modules, '@scheduling', name)
  await mkdir(installed, { recursive: true })
  const dist = path.join(installed, 'dist')
  await run(TSC, ['-p', path.join(source, 'tsconfig.pack.json'), '--outDir', dist])
  const readme = path.join(source, 'README.md')
  if (existsSync(readme)) await cp(readme, path.join(installed, 'README.md'))
  const { publishConfig, ...manifest } = JSON.parse(
    readFileSync(path.join(source, 'package.json'), 'utf8'),
  )
  await writeFile(
    path.join(installed, 'package.json'),
    JSON.stringify({ ...manifest, ...publishConfig }),
  )
  for (const needed of Object.keys(manifest.dependencies ?? {})) {
    // A package of ours is there as it is packed.
    if (existsSync(path.join(modules, needed))) continue
    await mkdir(path.dirname(path.join(modules, needed)), { recursive: true })
    await symlink(path.join(source, 'node_modules', needed), path.join(modules, needed))
  }
}

/**
 * A package of ours, compiled: each module for `import` and for `require`, with declarations for each. Declarations are
 * made module by module, without a compiler, so that building needs no more than the dashboard does.
 */
import path from 'node:path'
import { rolldown } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { readFileSync, readdirSync } from 'node:fs'
import type { Files } from './files.ts'

const FORMATS = [
  { format: 'esm', script: 'js', declaration: 'd.ts' },
  { format: 'cjs', script: 'cjs', declaration: 'd.cts' },
] as const

/** How the manifest of a compiled package says where its parts are, for every way of resolving modules. */
export const COMPILED_EXPORTS = {
  main: './dist/index.cjs',
  types: './dist/index.d.cts',
  exports: {
    '.': {
      import: { types: './dist/index.d.ts', default: './dist/index.js' },
      require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
    },
    './package.json': './package.json',
  },
} as const

/** @param folder of the package, with its sources in `src` */
export async function compiled(folder: string): Promise<Files> {
  const source = path.join(folder, 'src')
  const scripts = await Promise.all(FORMATS.map((one) => scriptsOf(source, one)))
  return new Map([...scripts.flat(), ...declarationsOf(source)])
}

type Entry = readonly [name: string, text: string]

async function scriptsOf(
  source: string,
  { format, script }: (typeof FORMATS)[number],
): Promise<Entry[]> {
  const bundle = await rolldown({
    input: path.join(source, 'index.ts'),
    cwd: source,
    platform: 'neutral',
    external: /^[^./]/,
    tsconfig: false,
    // It would be the paths of the sources, as comments.
    experimental: { attachDebugInfo: 'none' },
  })
  const { output } = await bundle.generate({
    format,
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: `[name].${script}`,
    chunkFileNames: `[name].${script}`,
    minify: false,
  })
  await bundle.close()
  return output.flatMap((one): Entry[] =>
    one.type === 'chunk' ? [[`dist/${one.fileName}`, one.code]] : [],
  )
}

function declarationsOf(source: string): Entry[] {
  const modules = readdirSync(source).filter((name) => /(?<!\.test)\.ts$/.test(name))
  return modules.flatMap((name) => {
    const text = readFileSync(path.join(source, name), 'utf8')
    const { code, errors } = isolatedDeclarationSync(name, text, { sourcemap: false })
    const [error] = errors
    if (error !== undefined) throw new Error(`${name}: ${error.message}`)
    return FORMATS.map(({ script, declaration }): Entry => {
      const written = code.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, `$1.${script}"`)
      return [`dist/${name.replace(/ts$/, declaration)}`, written]
    })
  })
}

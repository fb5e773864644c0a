/** The command line as one program, with all that it uses: installing it installs nothing else. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import type { Files } from './files.ts'

/** Of the package: where its one program is. */
export const PROGRAM = 'dist/scheduling.js'

/** @param folder of the package, with its sources in `src` */
export async function commandLine(folder: string): Promise<Files> {
  const bundle = await rolldown({
    input: path.join(folder, 'src/main.ts'),
    cwd: folder,
    platform: 'node',
    tsconfig: false,
    // It would be the paths of the sources, as comments.
    experimental: { attachDebugInfo: 'none' },
  })
  const { output } = await bundle.generate({
    format: 'esm',
    codeSplitting: false,
    minify: { compress: true, mangle: false, codegen: false },
    comments: false,
  })
  await bundle.close()
  const [program, ...others] = output
  if (others.length > 0) throw new Error('The command line must be one file.')
  return new Map([
    [PROGRAM, program.code],
    ['dist/THIRD-PARTY-LICENSES.txt', licencesOf(program.moduleIds)],
  ])
}

/** The licence of each package that has code in the program, as these ask for. */
function licencesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []),
  )
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    )
    const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license'].find((one) =>
      existsSync(path.join(folder, one)),
    )
    const text = file === undefined ? '' : `\n${readFileSync(path.join(folder, file), 'utf8')}`
    return `${name} ${version}: ${license}\n${text}`
  })
  return `${texts.toSorted().join('\n---\n\n')}\n`
}

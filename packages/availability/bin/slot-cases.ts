import { readFileSync } from 'node:fs'
import { Malformed } from '../src/worked-cases/fields.ts'
import { runFile } from '../src/worked-cases/run-file.ts'

/** `pnpm slot-cases FILE`: exit 0 when every case passes, 1 for anything else. */
function main(paths: readonly string[]): number {
  const [path, ...others] = paths
  if (path === undefined || others.length > 0) {
    console.error('Usage: pnpm slot-cases FILE   (one file of the format slot-cases/1)')
    return 1
  }
  try {
    const report = runFile(readFileSync(path, 'utf8'))
    console.log(report.lines.join('\n'))
    return report.failed === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof Malformed) console.error(`${path} is malformed: ${error.message}`)
    else if (error instanceof Error && 'code' in error) {
      console.error(`${path} can't be read: ${error.message}`)
    } else throw error
    return 1
  }
}

process.exitCode = main(process.argv.slice(2).filter((argument) => argument !== '--'))

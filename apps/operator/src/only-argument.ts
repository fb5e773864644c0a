import { parseArgs } from 'node:util'

/** The argument of a command that takes at most one. For more, or an option, it says how the command is used and ends. */
export function onlyArgument(usage: string): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean' } },
    })
    if (values.help === true) {
      process.stdout.write(`${usage}\n`)
      process.exit(0)
    }
    if (positionals.length > 1) throw new Error('One argument is enough.')
    return positionals[0]
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`)
    process.exit(1)
  }
}

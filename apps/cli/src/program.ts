/** The program with all its commands. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addLogin } from './account/login.ts'
import { addLogout } from './account/logout.ts'
import { addWhoami } from './account/whoami.ts'
import type { Run } from './command.ts'
import { addDeliveries } from './deliveries/list.ts'
import { addRecover } from './deliveries/recover.ts'
import { addOpenapi } from './download/command.ts'
import { addEvents } from './events/tail.ts'
import { addHolds } from './holds/command.ts'
import { addLogs } from './logs/command.ts'
import { addListen } from './listen/command.ts'
import { addResend } from './listen/resend.ts'
import { addMcp } from './mcp/command.ts'
import { addSlots } from './slots/command.ts'
import { manyLines } from './terminal/safe-text.ts'
import { withoutSecrets } from './terminal/without-secrets.ts'
import { addTrigger } from './trigger/command.ts'

const COMMANDS = [
  addLogin,
  addLogout,
  addWhoami,
  addListen,
  addResend,
  addDeliveries,
  addRecover,
  addTrigger,
  addEvents,
  addLogs,
  addSlots,
  addHolds,
  addOpenapi,
  addMcp,
] as const

export function createProgram(run: Run): Command {
  const program = new Command('scheduling')
    .description('The scheduling API from a terminal.')
    .option('--json', 'one value of JSON, or one per line, on stdout; words go to stderr')
    .option('--profile <name>', 'a stored address and key (SCHEDULING_PROFILE)')
    .option('--url <url>', 'the address of the service (SCHEDULING_URL)')
    .version(version(), '--version', 'the version of this program')
    .helpOption('--help', 'this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => run.host.stdout.write(text),
      writeErr: (text) => run.host.stderr.write(text),
      outputError: (text, write) => write(manyLines(withoutSecrets(text))),
    })
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nThe key is read from SCHEDULING_API_KEY, or was stored by: scheduling login\nExit codes: 0 done, 1 refused or failed, 2 wrong command line.',
    )
  for (const add of COMMANDS) add(program, run)
  return program
}

/** Of the package: one folder up from `src`, and from `dist`. */
function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : ''
}

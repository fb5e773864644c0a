/** `pnpm organization`: what the operator does with organizations, on the database of DATABASE_URL. */
import {
  createLog,
  createService,
  cryptography,
  Problem,
  sealingKeys,
  settingsOrExit,
} from '@scheduling/core'
import { connect, requireReady } from '@scheduling/database'
import { parseArgs } from 'node:util'
import { plan, resume, suspend } from '../src/organization/change.ts'
import type { Command } from '../src/organization/command.ts'
import { create } from '../src/organization/create.ts'
import { list } from '../src/organization/list.ts'
import { passwordLink } from '../src/organization/password-link.ts'
import { show } from '../src/organization/show.ts'
import { refuse } from '../src/refuse.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  show,
  create,
  plan,
  suspend,
  resume,
  'password-link': passwordLink,
}

const USAGE = `Usage: pnpm organization COMMAND [--json]

${Object.values(COMMANDS)
  .map(({ usage: [how, does] }) => `  ${how}\n      ${does}`)
  .join('\n')}

--test makes a test organization: its keys begin with svc_test_, and its owner can move its clock forward. The owner's
password is asked for, or generated where there is no terminal. It and the key are shown once.
--json prints one value of JSON.`

function readArguments() {
  const [, , name = '', ...rest] = process.argv
  if (name === '--help' || rest.includes('--help')) {
    process.stdout.write(`${USAGE}\n`)
    process.exit(0)
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command === undefined) {
      throw new Error(name === '' ? 'Name a command.' : `There is no command ${name}.`)
    }
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: { ...command.options, json: { type: 'boolean', default: false } },
    })
    if (positionals.length !== command.words) throw new Error(`Expected: ${command.usage[0]}`)
    const [slug = '', word = ''] = positionals
    return { command, isJson: values.json, given: { slug, word, options: values } }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    process.exit(1)
  }
}

const { command, isJson, given } = readArguments()
const env = settingsOrExit(
  process.env,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PUBLIC_BASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS'],
  [
    'DATABASE_URL',
    'ROOT_SECRET',
    'ENCRYPTION_KEYS',
    ...(command.needsAddress === true ? (['PUBLIC_BASE_URL'] as const) : []),
  ],
)
const connection = connect(env.DATABASE_URL, {
  connections: 2,
  directUrl: env.DATABASE_DIRECT_URL,
  name: 'scheduling operator',
})
const service = createService({
  db: connection.db,
  crypto: cryptography(env.ROOT_SECRET, sealingKeys(env.ENCRYPTION_KEYS)),
  log: createLog('silent', 'operator'),
  publicBaseUrl: env.PUBLIC_BASE_URL ?? 'http://localhost',
  allowLoopbackWebhooks: false,
  now: Date.now,
  random: Math.random,
})

try {
  await requireReady(connection)
  const { value, lines } = await command.run(service, given)
  process.stdout.write(isJson ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
} catch (error) {
  if (error instanceof Problem && error.code === 'validation_error') {
    for (const { field, message } of error.errors)
      process.stderr.write(`--${field.replace('_', '-')}: ${message}\n`)
    process.exitCode = 1
  } else if (error instanceof Problem && error.code === 'not_found') {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else {
    refuse(error)
  }
} finally {
  await connection.close()
  service.sender.close()
}

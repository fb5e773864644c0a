/** `pnpm organization:create`: an organization, its owner and a first API key, on the database of DATABASE_URL. */
import {
  createLog,
  createOrganization,
  createService,
  cryptography,
  NewOrganization,
  parsed,
  Problem,
  sealingKeys,
  settingsOrExit,
} from '@scheduling/core'
import { connect, requireReady } from '@scheduling/database'
import { parseArgs } from 'node:util'
import { askPassword } from '../src/ask-password.ts'
import { refuse } from '../src/refuse.ts'

const USAGE = `Usage: pnpm organization:create --name NAME --slug SLUG --time-zone ZONE --owner NAME --email E-MAIL [--test]

  --name       of the organization, as its clients know it
  --slug       its word in addresses: a–z, 0–9 and hyphens
  --time-zone  IANA name, as in America/Sao_Paulo
  --owner      name of the owner, who is its first professional
  --email      that the owner signs in with
  --test       a test organization: its keys begin with svc_test_, and its owner can move its clock forward

The owner's password is asked for, or generated where there is no terminal. It and a first API key with every
scope are shown once.`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        name: { type: 'string' },
        slug: { type: 'string' },
        'time-zone': { type: 'string' },
        owner: { type: 'string' },
        email: { type: 'string' },
        test: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    process.exit(1)
  }
}

const { help, test, 'time-zone': time_zone, ...named } = readArguments()
if (help) {
  say(USAGE)
  process.exit(0)
}
const env = settingsOrExit(
  process.env,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PUBLIC_BASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS'],
  ['DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS'],
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
  const given = { ...named, time_zone, livemode: !test }
  const checked = parsed(NewOrganization.omit({ password: true }), given)
  await requireReady(connection)
  const password = await askPassword()
  const { organization, apiKey } = await createOrganization(service, {
    ...checked,
    password: password.value,
  })
  say(`Organization ${organization.id}: ${organization.name}${test ? ' (test)' : ''}`)
  say(`Owner:    ${checked.owner}, who signs in with ${checked.email}`)
  if (password.isGenerated) say(`Password: ${password.value}`)
  say(`API key:  ${apiKey}`)
  say('Generated values are shown only once.')
} catch (error) {
  if (error instanceof Problem && error.code === 'validation_error') {
    for (const { field, message } of error.errors)
      process.stderr.write(`--${field.replace('_', '-')}: ${message}\n`)
    process.exitCode = 1
  } else {
    refuse(error)
  }
} finally {
  await connection.close()
  service.sender.close()
}

/**
 * `node deploy/compose/secrets.mjs [FOLDER]` makes every secret of `compose.yaml`, once: it writes nothing where the folder
 * is there already. Default: `secrets` beside this file. Only its owner can look into the folder. The files that
 * containers read can be read by any user in there, since each container has a user of its own.
 *
 * Passwords are in `service.env` alone. PostgreSQL, PgBouncer and Valkey get what proves them, and can't give them away.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROLE = 'scheduling_app'
/** What PostgreSQL uses by default. */
const SCRAM_ITERATIONS = 4096

/** Letters, digits, - and _ alone: they stand in addresses as they are. */
const password = () => randomBytes(24).toString('base64url')

/** What a server keeps of a password for SCRAM-SHA-256, as PostgreSQL writes it (RFC 5803, with a colon and a dollar). */
function verifierOf(secret) {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(secret, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const keyed = (text) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`
}

const database = password()
const valkey = password()
const verifier = verifierOf(database)
const env = {
  DATABASE_URL: `postgresql://${ROLE}:${database}@pgbouncer:6432/${ROLE}`,
  DATABASE_DIRECT_URL: `postgresql://${ROLE}:${database}@postgres:5432/${ROLE}`,
  REDIS_URL: `redis://${ROLE}:${valkey}@valkey:6379`,
  ROOT_SECRET: randomBytes(32).toString('base64'),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  METRICS_TOKEN: password(),
}
const valkeyHash = createHash('sha256').update(valkey).digest('hex')

const files = {
  'service.env': Object.entries(env).map(([name, value]) => `${name}=${value}`),
  postgres_password: [password()],
  'role.sql': [
    `CREATE ROLE ${ROLE} LOGIN PASSWORD '${verifier}';`,
    `CREATE DATABASE ${ROLE} OWNER ${ROLE} TEMPLATE template0 ENCODING 'UTF8';`,
  ],
  pgbouncer_users: [`"${ROLE}" "${verifier}"`],
  valkey_users: [
    // Any client may ask whether it answers, and nothing else.
    'user default on nopass resetkeys resetchannels -@all +ping',
    `user ${ROLE} on #${valkeyHash} ~* resetchannels +@all -@admin -@dangerous`,
  ],
}

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, 'secrets'))
const unfinished = `${folder}.new`
rmSync(unfinished, { recursive: true, force: true })
mkdirSync(unfinished, { recursive: true, mode: 0o700 })
for (const [name, lines] of Object.entries(files)) {
  const mode = name === 'service.env' ? 0o600 : 0o644
  writeFileSync(path.join(unfinished, name), `${lines.join('\n')}\n`, { mode })
}
try {
  // It fails where a folder with files is: secrets that are in use are never written over.
  renameSync(unfinished, folder)
  console.log(`Made ${Object.keys(files).join(', ')} in ${folder}. Keep a copy in a safe place.`)
} catch {
  rmSync(unfinished, { recursive: true, force: true })
  console.error(`${folder} is there already. Nothing was changed.`)
  process.exitCode = 1
}

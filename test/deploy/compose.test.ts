/** The composition of one machine: its file, its secrets, and what it sets up, with the real programs. */
import { SETTINGS } from '@scheduling/core'
import { freePort } from '@scheduling/database/embedded-postgres'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { startOwnServer } from './own-server.ts'
import { spawnApi, untilApiIsReady } from '@scheduling/test/support/api-server.ts'
import { composeFaults } from './compose-linter.ts'
import { brokenComposeRules, COMPOSE_FILE, composeOf, OURS } from './compose-rules.ts'
import { LEAST, helmBinary, rendered } from './helm.ts'
import {
  elsewhere,
  madeSecrets,
  NOWHERE,
  PROJECT,
  SECRETS,
  settingsReadBy,
  startedWith,
} from './processes.ts'
import { pgbouncerBinary } from '@scheduling/test/support/pgbouncer.ts'
import { program } from '@scheduling/test/support/programs.ts'
import { redisBinary, startRedis } from '@scheduling/test/support/redis.ts'
import { spawnService } from '@scheduling/test/support/service-process.ts'

const folder = path.join(PROJECT, 'deploy/compose')
const MIGRATE = 'apps/operator/bin/migrate.ts'
const CREATE_ORGANIZATION = 'apps/operator/bin/organization.ts'
const FILE = readFileSync(COMPOSE_FILE, 'utf8')

it('is what the specification of compose allows, and a linter finds nothing', () => {
  expect(composeFaults(COMPOSE_FILE)).toEqual([])
  const wrong = path.join(madeSecrets().folder, 'compose.yaml')
  writeFileSync(wrong, FILE.replaceAll('read_only:', 'readonly:'))
  expect(composeFaults(wrong)).toContainEqual(expect.stringContaining('invalid-schema'))
})

it('keeps the rules', () => {
  expect(brokenComposeRules(composeOf())).toEqual([])
})

const BROKEN: readonly [change: string, from: string | RegExp, to: string, seen: string][] = [
  ['a file system', /read_only: true/, 'read_only: false', 'a file system'],
  ['rights', 'cap_add: [NET_BIND_SERVICE]', 'cap_add: [SYS_ADMIN]', 'no rights'],
  ['new rights', /security_opt: .*/, 'security_opt: []', 'no new rights'],
  ['all memory', /limits: \{ memory: 768m \}/, "limits: { cpus: '1' }", 'a limit of memory'],
  ['an endless log', 'max-size: 20m, ', '', 'a log that ends'],
  ['down', 'restart: unless-stopped', '', 'started again'],
  ['no health check', 'test: [CMD, valkey-cli, ping]', 'disable: true', 'a health check'],
  ['the latest', 'postgres:18-bookworm', 'postgres:latest', 'an image with a version'],
  ['a secret', "TRUSTED_PROXIES: '1'", 'ROOT_SECRET: x', 'no secret as a value'],
  ['an open database', 'user: postgres', "ports: ['5432:5432']", 'reached through the proxy'],
  ['a way out', 'data: { internal: true }', 'data: {}', 'stores with no way out'],
  ['a lost secret', 'valkey_users: { file', 'other: { file', 'secrets that are made'],
  ['no time', 'stop_grace_period: 20s', 'stop_grace_period: 5s', 'time to end'],
  ['one', 'replicas: 2', 'replicas: 1', 'two of each'],
  ['no command', 'apps/worker/src/main.ts', 'apps/worker/main.ts', 'a command of the image'],
  ['a setting that is none', 'WORKER_PORT', 'WORKERS_PORT', 'settings that it reads'],
  [
    'before the migration',
    'service_completed_successfully',
    'service_started',
    'after the migration',
  ],
]

it.each(BROKEN)('sees what is broken: %s', (_, from, to, seen) => {
  const changed = FILE.replace(from, to)
  expect(changed).not.toBe(FILE)
  const broken = brokenComposeRules(composeOf(changed))
  expect(broken.filter((line) => line.startsWith(seen))).not.toEqual([])
})

it.skipIf(helmBinary === null)(
  'agrees with the chart and with the table of settings (needs Helm, on Linux on x64)',
  async () => {
    const { services } = composeOf()
    const { env } = madeSecrets()
    expect(Object.keys(env).filter((name) => !SECRETS.includes(name))).toEqual([])
    const manifests = await rendered(LEAST)
    for (const [name, component] of Object.entries(OURS)) {
      const chart = manifests.find(
        (one) =>
          one['spec']?.template?.metadata?.labels?.['app.kubernetes.io/component'] === component,
      )
      const [container] = chart?.['spec'].template.spec.containers ?? []
      const read = settingsReadBy(component)
      const given = Object.keys({ ...env, ...services[name]?.['environment'] })
      const inChart = new Set(container.env.map((one: { name: string }) => one.name))
      expect(services[name]?.['command'], name).toEqual(container.args)
      expect(
        given.filter((one) => read.has(one) && !inChart.has(one)),
        `${name}: settings that only compose gives`,
      ).toEqual([])
      expect(given.filter((one) => !(one in SETTINGS))).toEqual([])
    }
  },
)

it.each(['api', 'worker'])('starts in production with what compose gives it: %s', async (name) => {
  const { command, environment } = composeOf().services[name] ?? {}
  const secrets = elsewhere(madeSecrets().env, { pgbouncer: NOWHERE, postgres: NOWHERE })
  const env = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    ...secrets,
    ...environment,
    PUBLIC_BASE_URL: 'https://agenda.example',
    PORT: '0',
    WORKER_PORT: '0',
  }
  expect(await startedWith(command, env)).toBe('starts')
  expect(await startedWith(command, { ...env, ROOT_SECRET: 'change-me'.repeat(5) })).toContain(
    'ROOT_SECRET: too easy',
  )
})

it('makes secrets once, each with one place, for the owner of the folder alone', () => {
  const { folder: made, env } = madeSecrets()
  expect(statSync(made).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(made, 'service.env')).mode & 0o777).toBe(0o600)
  const before = readFileSync(path.join(made, 'service.env'), 'utf8')
  const again = spawnSync(process.execPath, [path.join(folder, 'secrets.mjs'), made])
  expect(again.status).toBe(1)
  expect(readFileSync(path.join(made, 'service.env'), 'utf8')).toBe(before)
  // No server is given a password: what it has proves one.
  const passwords = ['DATABASE_URL', 'REDIS_URL'].map((name) => new URL(env[name] ?? '').password)
  for (const file of readdirSync(made).filter((name) => name !== 'service.env'))
    for (const password of passwords)
      expect(readFileSync(path.join(made, file), 'utf8')).not.toContain(password)
  const used = FILE.match(/compose\/secrets\/[\w.]+/g)?.map((file) => path.basename(file))
  expect([...new Set(used)].sort()).toEqual(readdirSync(made).sort())
})

it.skipIf(pgbouncerBinary === null || redisBinary === null)(
  'runs as its role, through its pooler, counts in its store, with its passwords alone (needs pgbouncer, redis-server)',
  async () => {
    const { folder: made, env } = madeSecrets()
    const server = await startOwnServer()
    onTestFinished(() => server.stop())
    const owner = new Client({ connectionString: server.url })
    await owner.connect()
    for (const line of readFileSync(path.join(made, 'role.sql'), 'utf8').trim().split('\n'))
      await owner.query(line)
    await owner.end()

    const pooler = await startComposedPooler(made, new URL(server.url))
    const store = await startRedis({ usersFile: path.join(made, 'valkey_users') })
    onTestFinished(() => store.stop())
    const hosts = {
      pgbouncer: pooler,
      postgres: new URL(server.url).host,
      valkey: `127.0.0.1:${store.port}`,
    }
    const settings: Record<string, string> = {
      ...elsewhere(env, hosts),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_BASE_URL: 'https://agenda.example',
    }
    const migration = spawnService(MIGRATE, settings)
    expect([await migration.exited, migration.output()]).toEqual([
      0,
      expect.stringContaining('The database is up to date'),
    ])
    const api = await spawnApi(settings)
    onTestFinished(() => api.kill('SIGKILL'))
    const worker = spawnService('apps/worker/src/main.ts', settings)
    onTestFinished(() => worker.kill('SIGKILL'))
    await untilApiIsReady(api)
    await worker.said('worker is running')

    const organization = spawnService(CREATE_ORGANIZATION, settings, {
      args: 'create --name Sol --slug sol --time-zone America/Sao_Paulo --owner Ana --email a@b.example',
    })
    expect(await organization.exited).toBe(0)
    const [key] = /svc_live_\w+/.exec(organization.output()) ?? []
    const me = await fetch(`${api.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(me.status).toBe(200)
    const stranger = new URL(settings['DATABASE_URL'] ?? '')
    stranger.password = 'wrong'
    await expect(new Client({ connectionString: stranger.href }).connect()).rejects.toThrow(/SASL/)

    const counters = new Redis(settings['REDIS_URL'] ?? '', { enableReadyCheck: false })
    const anyone = new Redis(store.url, { enableReadyCheck: false })
    onTestFinished(() => [counters, anyone].forEach((client) => client.disconnect()))
    expect(await counters.dbsize()).toBeGreaterThan(0)
    await expect(counters.call('CONFIG', 'GET', 'save')).rejects.toThrow('NOPERM')
    expect(await anyone.ping()).toBe('PONG')
    await expect(anyone.dbsize()).rejects.toThrow('NOPERM')
  },
)

/** PgBouncer with the file of compose, where only addresses and places are others. Returns its host and port. */
async function startComposedPooler(secrets: string, server: URL): Promise<string> {
  const port = await freePort()
  const users = path.join(path.dirname(secrets), 'pgbouncer_users')
  copyFileSync(path.join(secrets, 'pgbouncer_users'), users)
  chmodSync(users, 0o644)
  const file = path.join(path.dirname(secrets), 'pgbouncer.ini')
  const text = readFileSync(path.join(folder, 'pgbouncer.ini'), 'utf8')
    .replace('host=postgres port=5432', `host=${server.hostname} port=${server.port}`)
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/run/secrets/pgbouncer_users', users)
  writeFileSync(file, text)
  const asWhom = process.getuid?.() === 0 ? ['-u', 'daemon'] : []
  const child = spawn(pgbouncerBinary ?? '', [...asWhom, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('PgBouncer ended.')))
  const isUp = async (): Promise<void> => {
    for await (const chunk of child.stderr) if (String(chunk).includes('process up')) return
  }
  await Promise.race([isUp(), exited])
  // Its later lines are read too, or it would wait for a reader.
  child.stderr.resume()
  return `127.0.0.1:${port}`
}

const caddy = program('caddy')
it.skipIf(caddy === null)('has a proxy whose file Caddy takes (needs caddy)', () => {
  const checked = spawnSync(
    caddy ?? '',
    ['validate', '--adapter', 'caddyfile', '--config', path.join(folder, 'Caddyfile')],
    { env: { HOME: '/nonexistent', SITE: 'agenda.example' }, encoding: 'utf8' },
  )
  expect([checked.status, checked.stdout]).toEqual([
    0,
    expect.stringContaining('Valid configuration'),
  ])
})

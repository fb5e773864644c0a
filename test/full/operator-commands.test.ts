/** From an empty database to an API that serves a first organization, as an operator does it. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { databaseName, onServer, urlOf } from '../support/database.ts'
import { pgbouncerBinary, startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts'
import { secretSettings, TEST_SECRETS } from '../support/secrets.ts'

const folder = path.join(import.meta.dirname, '../../apps/operator/bin')

vi.setConfig({ testTimeout: 150_000 })

let databaseUrl = ''
beforeAll(async () => {
  const server = inject('testServer')
  const name = `test_${server.run}_operator`
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  databaseUrl = urlOf(server.url, name)
})

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

function run(
  command: 'migrate' | 'organization',
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(folder, `${command}.ts`), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      ...secretSettings(TEST_SECRETS),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
}

const CLINIC = {
  '--name': 'Clínica Sol',
  '--slug': 'clinica-sol',
  '--time-zone': 'America/Sao_Paulo',
  '--owner': 'Ana Lima',
  '--email': 'Ana@Sol.example.com',
}
const argumentsOf = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...CLINIC, ...values }).flatMap(([name, value]) =>
    value === '' ? [] : [name, value],
  )

const count = async (table: string): Promise<number> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  )
  await client.end()
  return rows[0]?.count ?? 0
}

const tables = (): Promise<number> => count(`pg_tables WHERE schemaname = 'public'`)

describe('pnpm migrate', () => {
  it('--check names what is missing and what it does under load, and applies nothing', async () => {
    const { code, out, err } = await run('migrate', ['--check'])
    expect([code, err]).toEqual([2, ''])
    expect(out).toContain('Missing 20261125004000_on_my_way: brief lock on queue_entry\n')
    expect(out).toMatch(/\n\d+ to apply: not safe under load, because of \d+\.\n$/)
    expect(await tables()).toBe(0)
  })

  it('names what it applies, and nothing when run again; several at once share the work', async () => {
    const ended = await Promise.all([run('migrate'), run('migrate'), run('migrate')])
    expect(ended.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ])
    const applied = ended.flatMap(({ out }) => out.match(/(?<=^Applied )\d{14}_\w+$/gm) ?? [])
    expect(applied.length).toBeGreaterThan(5)
    expect(new Set(applied).size).toBe(applied.length)
    for (const { out } of ended) expect(out).toMatch(/^The database is up to date/m)
    expect(await run('migrate')).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
  })

  it('exits with 1 and one line: no DATABASE_URL, no server, no such database', async () => {
    const missing = await run('migrate', [], { DATABASE_URL: '' })
    expect([missing.code, missing.err]).toEqual([
      1,
      'These settings are not valid:\n  DATABASE_URL: missing.\n',
    ])
    const nowhere = await run('migrate', [], { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' })
    expect([nowhere.code, nowhere.err]).toEqual([
      1,
      'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    ])
    const wrong = new URL(databaseUrl)
    wrong.pathname = '/no_such_database'
    const absent = await run('migrate', [], { DATABASE_URL: wrong.href })
    expect([absent.code, absent.err]).toEqual([
      1,
      'The database cannot be used: database "no_such_database" does not exist\n',
    ])
  })
})

describe('pnpm organization create', () => {
  it('makes an organization whose key and owner are let in by an API, and no demo', async () => {
    const made = await run('organization', ['create', ...argumentsOf({})])
    expect([made.code, made.err]).toEqual([0, ''])
    const password = /^Password: (\S{20})$/m.exec(made.out)?.[1] ?? ''
    const key = /^API key: {2}(svc_live_\w+)$/m.exec(made.out)?.[1] ?? ''
    const api = await startApiProcess({ databaseUrl })
    const authorization = { authorization: `Bearer ${key}` }
    const me: any = await (await fetch(`${api.url}/v1/me`, { headers: authorization })).json()
    expect(me).toMatchObject({
      name: 'Clínica Sol',
      slug: 'clinica-sol',
      timezone: 'America/Sao_Paulo',
      api_key: { name: 'First key', scopes: ['read', 'write', 'setup', 'webhooks:manage'] },
    })
    const created = await fetch(`${api.url}/v1/clients`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Rui', phone: '11987654321' }),
    })
    expect(created.status).toBe(201)
    const team: any = await (
      await fetch(`${api.url}/v1/professionals`, { headers: authorization })
    ).json()
    expect(team.data).toMatchObject([
      { name: 'Ana Lima', email: 'ana@sol.example.com', role: 'owner', is_active: true },
    ])
    const signIn = (typed: string) =>
      fetch(`${api.url}/trpc/account.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana@sol.example.com', password: typed }),
      })
    expect((await signIn(password)).status).toBe(200)
    expect((await signIn(`${password}x`)).status).toBe(401)
    expect(await count('organization')).toBe(1)
    api.kill('SIGTERM')
    expect(await api.exited).toBe(0)
  })

  it('makes a test organization with --test', async () => {
    const values = { '--slug': 'clinica-teste', '--email': 'teste@sol.example.com' }
    const made = await run('organization', ['create', ...argumentsOf(values), '--test'])
    expect([made.code, made.err]).toEqual([0, ''])
    expect(made.out).toContain('Clínica Sol (test)')
    expect(made.out).toMatch(/^API key: {2}svc_test_\w+$/m)
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(`SELECT slug, livemode FROM organization ORDER BY id`)
    await client.end()
    expect(rows).toEqual([
      { slug: 'clinica-sol', livemode: true },
      { slug: 'clinica-teste', livemode: false },
    ])
  })

  it.each([
    [
      'nothing at all',
      Object.fromEntries(Object.keys(CLINIC).map((name) => [name, ''])),
      Object.keys(CLINIC),
    ],
    [
      'what has the wrong form',
      {
        '--name': '  ',
        '--slug': 'Clínica Sol',
        '--time-zone': 'Brasilia',
        '--owner': 'x'.repeat(121),
        '--email': 'ana',
      },
      Object.keys(CLINIC),
    ],
    ['a slug that is taken', { '--email': 'rui@sol.example.com' }, ['--slug']],
    ['an e-mail that is taken', { '--slug': 'clinica-lua' }, ['--email']],
  ])('refuses %s by the name of the argument, and makes nothing', async (_, values, named) => {
    const before = [
      await count('organization'),
      await count('user_account'),
      await count('professional'),
    ]
    const refused = await run('organization', ['create', ...argumentsOf(values)])
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(
      refused.err
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(named)
    expect([
      await count('organization'),
      await count('user_account'),
      await count('professional'),
    ]).toEqual(before)
  })

  it('refuses an argument that it does not know, and a database without tables', async () => {
    const unknown = await run('organization', ['create', '--color', 'red'])
    expect([unknown.code, unknown.err.split('\n')[0]]).toEqual([
      1,
      expect.stringContaining("'--color'"),
    ])
    const server = inject('testServer')
    const name = `test_${server.run}_bare`
    await onServer(server.url, (client) =>
      client.query(`CREATE DATABASE ${name} TEMPLATE template0`),
    )
    const bare = await run('organization', ['create', ...argumentsOf({})], {
      DATABASE_URL: urlOf(server.url, name),
    })
    expect([bare.code, bare.out]).toEqual([1, ''])
    expect(bare.err).toMatch(/^The database is not ready: .*Run: pnpm migrate\n$/)
  })
})

describe('pnpm organization', () => {
  let pooler: PgBouncer | null = null
  afterEach(async () => {
    await pooler?.stop()
    pooler = null
  })

  it.each([
    ['directly', false],
    ...(pgbouncerBinary === null ? [] : [['behind a pooler', true] as const]),
  ] as const)('plans, suspends and resumes while the service runs, %s', async (_, isPooled) => {
    if (isPooled) pooler = await startPgBouncer(databaseUrl)
    const settings =
      pooler === null
        ? { DATABASE_URL: databaseUrl }
        : {
            DATABASE_URL: urlOf(pooler.url, databaseName(databaseUrl)),
            DATABASE_DIRECT_URL: databaseUrl,
          }
    const json = async (...args: string[]): Promise<any> => {
      const { code, out, err } = await run('organization', [...args, '--json'], settings)
      expect([args, code, err]).toEqual([args, 0, ''])
      return JSON.parse(out)
    }
    const slug = isPooled ? 'clinica-rio' : 'clinica-mar'
    const values = { '--slug': slug, '--email': `${slug}@sol.example.com` }
    const { api_key: key } = await json('create', ...argumentsOf(values))
    const api = await startApiProcess({ databaseUrl }, settings)
    const me = async () => {
      const reply = await fetch(`${api.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
      return { status: reply.status, body: (await reply.json()) as any }
    }
    expect((await me()).body.plan).toBeNull()
    const planned = await json('plan', slug, 'Pro', '--features', 'api,webhooks')
    expect(planned.changes).toMatchObject({
      plan: { from: null, to: 'Pro' },
      plan_features: { to: ['api', 'webhooks'] },
    })
    await vi.waitFor(async () => expect((await me()).body.plan).toEqual({ name: 'Pro' }), 10_000)
    await json('suspend', slug, '--reason', 'Fatura em aberto')
    await vi.waitFor(async () => expect((await me()).status).toBe(403), 10_000)
    expect((await me()).body).toMatchObject({
      code: 'feature_not_enabled',
      detail: expect.stringContaining('suspended'),
    })
    expect(await json('show', slug)).toMatchObject({
      plan: 'Pro',
      features: ['api', 'webhooks'],
      suspended_reason: 'Fatura em aberto',
      professionals: 1,
    })
    await json('resume', slug)
    await vi.waitFor(async () => expect((await me()).status).toBe(200), 10_000)
    const again = await run('organization', ['resume', slug], settings)
    expect(again.out).toContain('Nothing changed.')
    const listed = await json('list')
    expect(listed.map(({ slug }: any) => slug)).toContain(slug)
    api.kill('SIGTERM')
    expect(await api.exited).toBe(0)
  })

  it('password-link: opens the account of a user whom no mail reaches, once', async () => {
    const values = { '--slug': 'clinica-lua', '--email': 'lua@sol.example.com' }
    await run('organization', ['create', ...argumentsOf(values)])
    const api = await startApiProcess({ databaseUrl })
    const { code, out, err } = await run(
      'organization',
      ['password-link', 'clinica-lua', 'Lua@Sol.example.com'],
      { PUBLIC_BASE_URL: api.url },
    )
    expect([code, err]).toEqual([0, ''])
    const [, address, token] = /^(http\S+)\/app\/reset#(\S+)$/m.exec(out) ?? []
    expect(address).toBe(api.url)
    const post = (procedure: string, body: object) =>
      fetch(`${api.url}/trpc/account.${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const password = 'uma senha bem longa'
    expect((await post('resetPassword', { token, password })).status).toBe(200)
    expect((await post('resetPassword', { token, password })).status).toBe(404)
    expect((await post('signIn', { email: 'lua@sol.example.com', password })).status).toBe(200)
    api.kill('SIGTERM')
    expect(await api.exited).toBe(0)
  })

  it('names what is missing or wrong, and changes nothing', async () => {
    for (const [args, said] of [
      [[], 'Usage: pnpm organization'],
      [['delete', 'clinica-sol'], 'There is no command delete.'],
      [['show'], 'Expected: show SLUG'],
      [['show', 'nowhere'], 'No organization has the slug nowhere.'],
      [['plan', 'clinica-sol', 'Pro'], '--features: Name its features: api, webhooks'],
      [
        ['plan', 'clinica-sol', 'Pro', '--features', 'api,fax'],
        '--features: There is no feature fax.',
      ],
      [['suspend', 'clinica-sol'], '--reason: Say why.'],
      [['password-link', 'clinica-sol', 'ana@sol.example.com'], 'PUBLIC_BASE_URL: missing.'],
    ] as const) {
      const { code, out, err } = await run('organization', args)
      expect([args, code, out]).toEqual([args, 1, ''])
      expect(err).toContain(said)
    }
  })
})

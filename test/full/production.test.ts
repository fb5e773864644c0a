/** `NODE_ENV=production`: what it refuses to start with, and what starts. */
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cookieNames } from '@scheduling/api'
import { hashPassword } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { createProfessional } from '../support/clinic.ts'
import { openBrowser } from '../support/dashboard.ts'

const random = (): string => randomBytes(32).toString('base64')

const SOUND = {
  NODE_ENV: 'production',
  ALLOW_LOOPBACK_WEBHOOKS: 'false',
  PUBLIC_BASE_URL: 'https://api.example.com',
  ROOT_SECRET: random(),
  ENCRYPTION_KEYS: `k1:${random()}`,
}

const app = (name: string): string =>
  path.join(import.meta.dirname, `../../apps/${name}/src/main.ts`)

/** A process with this environment and nothing else; it is stopped when the test is over. */
function run(name: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [app(name)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  }
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { output: () => text, exitCode: ended.then(([code]) => code) }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe.each(['api', 'standalone'])('%s', (name) => {
  it('says all that production lacks in one message, and ends', async () => {
    const { output, exitCode } = run(name, {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      DATABASE_URL: api.databaseUrl,
      ROOT_SECRET: 'a secret that someone typed for now',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      ALLOW_LOOPBACK_WEBHOOKS: 'true',
      DASHBOARD_ORIGINS: 'https://app.example.net',
      PORT: 'eighty',
    })
    expect(await exitCode).toBe(1)
    const lines = output().trim().split('\n')
    expect(lines[0]).toBe('These settings are not valid:')
    expect(lines.slice(1).map((line) => line.trim().split(':')[0])).toEqual([
      'PORT',
      'PUBLIC_BASE_URL',
      'ROOT_SECRET',
      'ENCRYPTION_KEYS',
      'METRICS_TOKEN',
      'ALLOW_LOOPBACK_WEBHOOKS',
    ])
    expect(output()).not.toContain('someone typed')
  })
})

describe('worker', () => {
  it('says what it lacks too', async () => {
    const { output, exitCode } = run('worker', {
      NODE_ENV: 'production',
      PUBLIC_BASE_URL: 'http://api.example.com',
      ROOT_SECRET: 'x'.repeat(40),
    })
    expect(await exitCode).toBe(1)
    const names = output()
      .match(/^ {2}\w+(?=: )/gm)
      ?.map((name) => name.trim())
    expect(names).toEqual(['PUBLIC_BASE_URL', 'ROOT_SECRET', 'DATABASE_URL', 'ENCRYPTION_KEYS'])
  })
})

describe('a production that has what it needs', () => {
  it('starts, and its cookies are of https', async () => {
    const { row } = await api.organization()
    const owner = await createProfessional(api.db, row, { role: 'owner', name: 'Dona' })
    const email = 'dona@example.com'
    const password = 'correct horse battery staple'
    await api.db.user.create({
      data: {
        organizationId: row.id,
        professionalId: owner.id,
        email,
        passwordHash: await hashPassword(password),
      },
    })
    const production = await startApiProcess(api, {
      ...SOUND,
      DASHBOARD_ORIGINS: 'https://app.example.com',
    })
    const browser = openBrowser(production, { origin: 'https://app.example.com' })
    const entered = await browser.mutate('account.signIn', { email, password })
    expect(entered.status).toBe(200)
    expect(entered.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect([...browser.cookies.keys()]).toEqual(Object.values(cookieNames(true)))
    expect((await browser.query('clients.list')).status).toBe(200)
    production.kill('SIGTERM')
    expect(await production.exited).toBe(0)
  })

  it('is started whole by `npm start`, without a demo clinic', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'scheduling-production-'))
    const before = await api.db.organization.count()
    const { output } = run('standalone', {
      ...SOUND,
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: dataDirectory,
      PORT: '0',
      LOG_LEVEL: 'warn',
    })
    await expect.poll(output, { timeout: 50_000, interval: 50 }).toContain('Stop with Ctrl-C.')
    expect(output()).toContain('none: NODE_ENV is production')
    expect(output()).not.toMatch(/curl|svc_live_|Demo keys/)
    expect(existsSync(path.join(dataDirectory, 'demo.json'))).toBe(false)
    expect(await api.db.organization.count()).toBe(before)
    rmSync(dataDirectory, { recursive: true, force: true })
  })
})

import { openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spawnApi } from '../support/api-server.ts'
import { createTestDatabase } from '../support/database.ts'
import { secretSettings, TEST_SECRETS } from '../support/secrets.ts'
import { fact } from '../support/worker.ts'

it('a process whose log no one takes any more goes on, and counts what is lost', async () => {
  const database = await createTestDatabase()
  const env = { DATABASE_URL: database.url, ...secretSettings(TEST_SECRETS) }
  // Opened for reading: it takes nothing that is written.
  const api = await spawnApi(env, { log: openSync(import.meta.filename, 'r') })
  try {
    const asked = (path: string) => fetch(`${api.url}${path}`).then((reply) => reply.text())
    await fact(
      'lost lines',
      async () => {
        const text = await asked('/metrics').catch(() => '')
        return Number(/^log_lines_lost_total (\d+)$/m.exec(text)?.[1] ?? 0) > 0
      },
      60_000,
    )
    expect(await asked('/healthz')).toBe('{"status":"ok"}')
  } finally {
    api.kill('SIGKILL')
    await api.exited
    await database.drop()
  }
})

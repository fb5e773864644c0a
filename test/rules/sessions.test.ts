/** What changes a session for longer than a transaction: behind a pooler that shares sessions, others would have it too. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

/** As it stands in a text of SQL. A statement begins after a quote or a semicolon. */
const LASTING: Readonly<Record<string, RegExp>> = {
  'a lock of a session': /pg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?\s*\(/i,
  'a setting of a session': /['"`;] *SET\s+(?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b)\w+\s*(?:=|TO\b)/,
  'a setting by set_config': /set_config\([^)]*,\s*false\s*\)/i,
  'a temporary table': /CREATE\s+(?:LOCAL\s+|GLOBAL\s+)?TEMP(?:ORARY)?\s/i,
  listening: /['"`;]\s*(?:UN)?LISTEN\s/,
  'a cursor that is held': /CURSOR\s+WITH\s+HOLD\b/i,
  'a statement by name': /['"`;]\s*(?:PREPARE|DEALLOCATE|DISCARD)\s/,
  'a reset': /['"`;]\s*RESET\s/,
}

/** Where it is right, because the session is its own or because it is undone. Each file, with all that it has. */
const ON_SESSIONS_OF_THEIR_OWN: Readonly<Record<string, readonly string[]>> = {
  // On `direct`: the lock says that the process lives.
  'apps/worker/src/heartbeat.ts': ['a lock of a session'],
  // On the session that listens.
  'apps/api/src/rate-limits/sole-store.ts': ['a lock of a session'],
  'packages/core/src/ground/notices.ts': ['listening'],
  // The looks at new connections: one on `direct`, one within a transaction, after which nothing is left.
  'prisma/src/session.ts': ['listening'],
  'prisma/src/carried-names.ts': ['a statement by name'],
  // Migrations run on `direct`.
  'prisma/src/migrate/apply.ts': ['a reset'],
  'prisma/src/migrate/concurrent.ts': ['a setting of a session'],
  'prisma/src/migrate/turn.ts': ['a lock of a session'],
}

function lastingIn(text: string): string[] {
  return Object.entries(LASTING).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))
}

const FILES = [
  '{apps,packages}/*/{src,bin}/**/*.ts',
  'prisma/src/**/*.ts',
  'prisma/migrations/*/migration.sql',
]
const OTHERS = /\.test\.ts$|\/testing\/|\/generated\//

describe('sessions that a pooler shares', () => {
  it('are changed by nothing for longer than a transaction', () => {
    const files = globSync(FILES, { cwd: ROOT }).filter((file) => !OTHERS.test(file))
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((file) => {
      const lasting = lastingIn(readFileSync(path.join(ROOT, file), 'utf8'))
      return lasting.length === 0 ? [] : [[file.replaceAll('\\', '/'), lasting] as const]
    })
    expect(Object.fromEntries(found)).toEqual(ON_SESSIONS_OF_THEIR_OWN)
  })

  it.each([
    ["query('SELECT pg_advisory_lock(1)')", 'a lock of a session'],
    ['query(`SELECT pg_try_advisory_lock_shared(${LOCK})`)', 'a lock of a session'],
    ["query('SET statement_timeout = 5')", 'a setting of a session'],
    ["query('BEGIN; SET timezone TO utc')", 'a setting of a session'],
    ["query(`SELECT set_config('timezone', $1, false)`)", 'a setting by set_config'],
    ["query('CREATE TEMP TABLE found (id int)')", 'a temporary table'],
    ["query('LISTEN changes')", 'listening'],
    ["query('DECLARE all CURSOR WITH HOLD FOR SELECT 1')", 'a cursor that is held'],
    ["query('DISCARD ALL')", 'a statement by name'],
    ["query('RESET ALL')", 'a reset'],
  ])('%s would be found', (text, what) => {
    expect(lastingIn(text)).toEqual([what])
  })

  it.each([
    "query('SELECT pg_advisory_xact_lock(1)')",
    'query("SET LOCAL lock_timeout = \'1s\'")',
    "query(`SELECT set_config('lock_timeout', $1, true)`)",
    'query(`UPDATE mail\n SET sent_at = $1`)',
  ])('%s would not', (text) => {
    expect(lastingIn(text)).toEqual([])
  })
})

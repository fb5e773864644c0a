import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { sampleEvent } from '@scheduling/events'
import { afterEach, describe, expect, test } from 'vitest'

import { fastest } from '../testing/cpu-cost.ts'
import { ATTACKS as CORPUS } from './attack-corpus.ts'
import { previewTemplate } from './check-template.ts'
import type { TemplateContext } from './compose-request.ts'
import { DIALECT_ATTACKS } from './dialect-attacks.ts'
import { renderTemplate } from './render-template.ts'
import type { WebhookTemplate } from './template.ts'
import { threadStopwatch } from './stopwatch.ts'

const ATTACKS = [...CORPUS, ...DIALECT_ATTACKS]
const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'

function context(): TemplateContext {
  const event = sampleEvent('appointment.created', {
    organizationId: 1,
    timezone: TIMEZONE,
    now: NOW,
  })
  const metadata: unknown = JSON.parse('{"__proto__": "p", "constructor": "c", "crm_id": "A-1"}')
  return {
    event: { ...event, data: { ...event.data, object: { ...event.data.object, metadata } } },
    organization: { name: 'Clínica Bem-Estar', timezone: TIMEZONE },
    secrets: { crm: 's3cret' },
    now: NOW,
    elapsedMs: threadStopwatch,
  }
}

function plain(body: string): WebhookTemplate {
  return { method: 'POST', content_type: 'text/plain', body, headers: {}, query: {} }
}

/** The limit is 100 ms of CPU time; the rest is for compiling and collecting garbage. */
const MOST_MS = 150

// The zone's rules are loaded once per process; no attack should pay for them.
renderTemplate(plain('{{ now | date("H") }}'), context())

const prototypeKeys = [Object, Array, String, Function].map((type) =>
  Reflect.ownKeys(type.prototype),
)

afterEach(() => {
  expect(Reflect.get(globalThis, 'attacked')).toBeUndefined()
  const keysNow = [Object, Array, String, Function].map((type) => Reflect.ownKeys(type.prototype))
  expect(keysNow).toEqual(prototypeKeys)
})

describe('a hostile template', () => {
  test('the corpus is large and has no name twice', () => {
    expect(ATTACKS.length).toBeGreaterThan(320)
    expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length)
  })

  test.each(ATTACKS)('$name', ({ template, expected }) => {
    let outcome = renderTemplate(plain(''), context())
    const render = () => (outcome = renderTemplate(plain(template), context()))
    expect(fastest(3, render, MOST_MS)).toBeLessThan(MOST_MS)

    const checked = previewTemplate(plain(template), {
      ...context(),
      secretNames: ['crm'],
      events: null,
    })
    if (typeof expected === 'object') {
      expect(outcome).toMatchObject({ ok: true, rendered: { body: expected.text } })
      expect(checked.ok).toBe(true)
      return
    }
    if (outcome.ok) throw new Error(`rendered: ${outcome.rendered.body.slice(0, 200)}`)
    expect(outcome.message).not.toContain('s3cret')
    expect(outcome.message.length).toBeLessThan(400)
    if (checked.ok) throw new Error('the check let it pass')
    for (const error of checked.errors) {
      expect(error.field).toBe('template.body')
      expect(error.message).toMatch(/^(Line \d+, column \d+: )?\S.{5,}/)
      expect(error.message).not.toMatch(/undefined|null|\[object|TypeError|at .*\.js/)
      expect(error.code).toMatch(
        expected === 'limited' ? /^template_result$/ : /^template_(syntax|forbidden)$/,
      )
    }
  })
})

test('steps are limited whatever the clock says', () => {
  const list = `[${'1,'.repeat(1500)}1]`
  const body = `{% for a in ${list} %}{% for b in ${list} %}{% endfor %}{% endfor %}`
  const outcome = renderTemplate(plain(body), { ...context(), elapsedMs: () => 0 })
  expect(outcome).toMatchObject({
    ok: false,
    code: 'template_error',
    message: expect.stringMatching(/the template takes too many steps to render$/),
  })
})

describe('every text that a filter reads is paid for', () => {
  const long = `(("${'a'.repeat(60)}" | replace("a", "${'a'.repeat(100)}")) | replace("a", "aaaaaaaaaa"))`
  const rounds = (count: number) => `[${'1,'.repeat(count)}1]`

  test.each([
    ['what is replaced', 150, '{{ "x" | replace(a, "y") }}'],
    ['each of many replacements', 2, '{{ a | replace("a", "b") | length }}'],
    ['the ending of a cut text', 150, '{{ "ab" | truncate(1, true, a) }}'],
  ])('%s', (_what, count, insertion) => {
    const body = `{% for a in [${long}] %}{% for b in ${rounds(count)} %}${insertion}{% endfor %}{% endfor %}`
    expect(renderTemplate(plain(body), { ...context(), elapsedMs: () => 0 })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/too many steps/),
    })
  })
})

test('16 KB of blanks before a dash cost no more than letters do', () => {
  const cost = (filling: string) =>
    fastest(7, () =>
      renderTemplate(plain(`${filling.repeat(16_000)}x{%- if id %}{% endif %}`), context()),
    )
  expect(cost(' ')).toBeLessThan(5 * cost('y') + 5)
})

test('no module of ours makes code from text, and the compiler of nunjucks is never loaded', () => {
  const folder = new URL('.', import.meta.url)
  const sources = readdirSync(folder).filter((file) => !/attack|fuzz|test\.ts$/.test(file))
  expect(sources.length).toBeGreaterThan(10)
  for (const file of sources) {
    expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(
      /\bnew Function\b|\beval\(|from 'nunjucks'|node:vm/,
    )
  }
  // In a process of its own: what other tests loaded counts for nothing.
  const program = `
    await import(${JSON.stringify(new URL('index.ts', folder).href)})
    const { createRequire } = await import('node:module')
    console.log(JSON.stringify(Object.keys(createRequire(${JSON.stringify(import.meta.url)}).cache)))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program])
  const loaded: string[] = JSON.parse(output.toString())
  expect(loaded.some((path) => path.endsWith('nunjucks/src/parser.js'))).toBe(true)
  expect(
    loaded.filter((path) => /nunjucks\/src\/(compiler|environment|runtime)\.js$/.test(path)),
  ).toEqual([])
})

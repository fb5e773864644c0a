/** The pages in Portuguese: none is older than the English page that it translates, and their samples are the same. */
import { PROBLEM_CODES, PROBLEMS } from '@scheduling/core'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ERROR_WORDS, IN_PORTUGUESE } from './error-words.ts'
import { GUIDES, guideText } from './guides.ts'

const textOf = (file: string) =>
  readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const samples = (markdown: string) => markdown.match(/^```.*?^```$/gms) ?? []

const translated = GUIDES.filter(({ language }) => language === 'pt-BR')

describe.each(translated)('$file', (guide) => {
  const english = GUIDES.find(({ file }) => `pt/${file}` === guide.file)

  it('translates the English of now', () => {
    const [, of = ''] = /^<!-- translates (\w+) -->\n/.exec(textOf(guide.file)) ?? []
    const now = digest(textOf(english?.file ?? ''))
    expect(
      of,
      `docs/${english?.file} changed after docs/${guide.file}: translate what changed, and write ${now} into its first line.`,
    ).toBe(now)
  })

  it('has the samples of the English page and none of its own', () => {
    if (english === undefined) throw new Error('There is no such English page.')
    const shown = samples(guideText(guide, 'http://api.test'))
    expect(shown).toEqual(samples(guideText(english, 'http://api.test')))
    expect(samples(textOf(guide.file))).toEqual([])
    expect(textOf(guide.file).match(/^<!-- sample -->$/gm) ?? []).toHaveLength(shown.length)
  })
})

it('has the pages that a first integration needs', () => {
  expect(translated.map(({ file }) => file)).toEqual([
    'pt/getting-started.md',
    'pt/scopes.md',
    'pt/availability.md',
    'pt/appointments.md',
    'pt/automation.md',
    'pt/webhooks/delivery.md',
    'pt/webhooks/verify-signatures.md',
  ])
})

/** Of the English texts that were translated, by code. */
const TRANSLATED = {
  validation_error: '38183a02fadaa01d',
  unauthorized: '4883801fa645d562',
  forbidden_scope: 'ad6649137dccb54a',
  feature_not_enabled: '10e58d16127e1ffb',
  forbidden_overbook: '7d69e62ec3ced000',
  not_found: 'f5aad3b8feff8843',
  method_not_allowed: 'b9b02e586f5ff063',
  slot_unavailable: '895df60056b34d97',
  min_advance_violation: '5d55d2479e882fbd',
  professional_cannot_perform_service: 'b7babd7e8cff3fc5',
  appointment_not_editable: 'fdbc206039a58693',
  action_not_allowed: 'd411cf4a1d8bedad',
  queue_closed: '4ccd2d91e4b009b0',
  deposit_required: '9bcf8c386063f576',
  queue_entry_not_editable: '3d1dcf3cf4474db0',
  duplicate_request: 'd8706397db41e00d',
  webhook_limit_reached: 'cf22634806e0d1d7',
  webhook_inactive: '08ac265bbf7234a8',
  client_identifier_required: '7b039a9fa76ab5e6',
  template_invalid: 'fb6509731e7b19b0',
  rate_limited: 'b036ca1f1c67f8b2',
  internal_error: '224e36fed42bacad',
  api_disabled: 'a88af4cae4d626df',
  request_in_progress: 'afde02bf1885a42b',
  service_unavailable: '2c4071348a414e6f',
  outcome_unknown: '0b9eacab38db5967',
} as const

it('each error in Portuguese translates the English of now', () => {
  const now = PROBLEM_CODES.map((code) => {
    const { title, when, remedy } = PROBLEMS[code]
    return [code, digest([title, when, remedy].join('\n'))]
  })
  expect(
    Object.fromEntries(now),
    'Look at these codes in IN_PORTUGUESE, then write their digests here.',
  ).toEqual(TRANSLATED)
  expect(Object.keys(IN_PORTUGUESE)).toEqual(PROBLEM_CODES)
})

it('the sentences around the errors translate the English of now', () => {
  const { statusLine, ...words } = ERROR_WORDS.en
  expect(
    digest(JSON.stringify([words, statusLine(400, 'x')])),
    'Look at ERROR_WORDS in Portuguese, then write the digest here.',
  ).toBe('716c38f8e266f340')
})

import { sampleEvent, type EventEnvelope } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import { CHAT_FORMATS } from '../chat/chat-format.ts'
import { chatMessage } from '../chat/message.ts'
import { chatRequest } from '../chat/request.ts'
import { previewTitle } from '../chat/message-template.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { cpuCost } from '../testing/cpu-cost.ts'
import { previewTemplate, templateBytes } from './check-template.ts'
import { addQuery, renderTemplate } from './render-template.ts'
import { threadStopwatch } from './stopwatch.ts'
import type { WebhookTemplate } from './template.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'
const SAMPLE = { organizationId: 1, timezone: TIMEZONE, now: NOW }
/** A template has 100 ms; it learns that they are over a moment later. */
const MOST_MS = WEBHOOK_LIMITS.templateMilliseconds + 15
/** What is too large is refused unread. */
const REFUSED_MS = 50
const TITLE_CHARACTERS = WEBHOOK_LIMITS.messageTemplateCharacters
/** As much as a request of the API may hold. */
const FAR_TOO_LARGE = 256 * 1024

/** An event with as much as clients may write into it: notes, names, metadata. */
function heavyEvent(filler: string): EventEnvelope {
  const event = sampleEvent('appointment.updated', SAMPLE)
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`key_${at}`, filled(filler, 500)]),
  )
  const client = { id: 1, name: filled(filler, 120) }
  const object = { ...event.data.object, metadata, client, notes: filled(filler, 2000) }
  const changes = { notes: { from: filled(filler, 2000), to: filled(filler, 2000) } }
  return { ...event, data: { ...event.data, object, changes } }
}

const surroundings = {
  event: heavyEvent('a "é\\ '),
  organization: { name: 'Clínica', timezone: TIMEZONE },
  now: NOW,
  elapsedMs: threadStopwatch,
}

const PLAIN: WebhookTemplate = {
  method: 'POST',
  content_type: 'text/plain',
  body: '',
  headers: {},
  query: {},
}
const JSON_BODY: WebhookTemplate = { ...PLAIN, content_type: 'application/json' }
const FORM: WebhookTemplate = { ...PLAIN, content_type: 'application/x-www-form-urlencoded' }

const body = (text: string): WebhookTemplate => ({ ...PLAIN, body: text })
const json = (text: string): WebhookTemplate => ({ ...JSON_BODY, body: text })
const header = (text: string): WebhookTemplate => ({ ...PLAIN, headers: { 'X-A': text } })
const query = (text: string): WebhookTemplate => ({ ...PLAIN, query: { a: text } })
const form = (fields: Record<string, string>): WebhookTemplate => ({ ...FORM, body: fields })

function filled(filler: string, length: number): string {
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
}

/** As a text in quotes: whole, without an end or an escape that would close it elsewhere. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '').replaceAll('"', "'")}"`
}

/** What a stranger fills a place with. */
const FILLERS: readonly string[] = [
  Array.from('a \n"\'\\{%[(.,|~-0&éΐ\u0130\u202e\u0001💜'),
  ['\ud800', '{{', '{%', '{#', '#}', ' x', '\\"', '{#-', '-}}', '{{1}}', '{{x.y}}'],
  ['{{ id -}} ', ' {{- id }}', '{#a#}', '{%if 1%}{%endif%}', '{{id|json}},'],
  ["{{secret_ref('a')|length}}", '{{data.object.emial}}', '{{created_at|date("Y")}}'],
].flat()

/** Each place of a template in which a stranger writes. */
const PLACES: Readonly<Record<string, (filler: string) => WebhookTemplate>> = {
  'a body': body,
  'a JSON body': json,
  'a JSON text': (text) => json(`"${text}`),
  'a JSON list': (text) => json(`[${text}1]`),
  'a JSON list that never ends': (text) => json(`[1,{"a":${text}`),
  'a body before a dash': (text) => body(`${text}x{%- if id %}{% endif %}`),
  'a body behind a dash': (text) => body(`{{ id -}}${text}x`),
  'a body between dashes': (text) => body(`{{- id -}}${text}{{- id -}}`),
  'a JSON body behind a dash': (text) => json(`{% if id -%}${text}[,{% endif %}`),
  'a note': (text) => body(`{#${text}#}`),
  'a note behind a dash': (text) => body(`x{#-${text}-#}`),
  'a note without an end': (text) => body(`{#${text}`),
  'a text': (text) => body(`{{ ${quoted(text)} }}`),
  'a text without an end': (text) => body(`{{ "${text}`),
  'an insertion': (text) => body(`{{ ${text} }}`),
  'an insertion behind a value': (text) => body(`{{ id${text} }}`),
  'an insertion without an end': (text) => body(`{{ id ${text}`),
  'a name': (text) => body(`{{ a${text} }}`),
  'a part': (text) => body(`{{ data.object.a${text} }}`),
  'a key': (text) => body(`{{ data.object[${quoted(text)}] }}`),
  'a number': (text) => body(`{{ 1${text} }}`),
  'a tag': (text) => body(`{% ${text} %}`),
  'a condition': (text) => body(`{% if id ${text} %}{% endif %}`),
  'a loop': (text) => body(`{% for a in ${text} %}{% endfor %}`),
  'names of a loop': (text) => body(`{% for a${text} in [1] %}{% endfor %}`),
  'a loop body': (text) => body(`{% for a in [1,2,3,4,5,6,7,8] %}${text}{% endfor %}`),
  'a list': (text) => body(`{{ [1,${text}1] | json }}`),
  'a filter': (text) => body(`{{ id | ${text} }}`),
  'an argument': (text) => body(`{{ id | default(${text}) }}`),
  'what is replaced': (text) => body(`{{ data.object.notes | replace(${quoted(text)}, "x") }}`),
  'what it is replaced by': (text) =>
    body(`{{ data.object.notes | replace("a", ${quoted(text)}) }}`),
  'a separator': (text) => body(`{{ [1,2,3,4,5,6,7,8] | join(${quoted(text)}) }}`),
  'an attribute': (text) => body(`{{ data.object.services | join(",", ${quoted(text)}) }}`),
  'an ending': (text) => body(`{{ data.object.notes | truncate(9, true, ${quoted(text)}) }}`),
  'a date format': (text) => body(`{{ created_at | date(${quoted(text)}) }}`),
  'a date': (text) => body(`{{ ${quoted(text)} | date("Y") }}`),
  'a length': (text) => body(`{{ ${quoted(text)} | upper | lower | length }}`),
  'a comparison': (text) => body(`{% if ${quoted(text)} < ${quoted(text)} %}{% endif %}`),
  'a header': header,
  'a header around an insertion': (text) => header(`x${text}{{ id }}${text}x`),
  'ten headers': (text) => ({
    ...PLAIN,
    headers: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`X-${at}`, part(text, 10)])),
  }),
  'a query parameter': query,
  'names of parameters': (text) => ({
    ...PLAIN,
    query: Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`${part(text, 10)}${at}`, '']),
    ),
  }),
  'a form field': (text) => form({ a: text }),
  'the name of a form field': (text) => form({ [text]: '' }),
  'many form fields': (text) =>
    form(
      Object.fromEntries(
        (text.match(/[^]{1,32}/g) ?? []).map((value, at) => [at.toString(36), value]),
      ),
    ),
  'a name of a secret': (text) => body(`{{ secret_ref(${quoted(text)}) }}`),
}

function part(text: string, parts: number): string {
  return text.slice(0, Math.floor(text.length / parts))
}

/** 60,000 letters that a short template makes of one. */
const long = (letter: string) =>
  `(("${'a'.repeat(60)}" | replace("a", "${letter.repeat(100)}")) | replace("${letter}", "${letter.repeat(10)}"))`
const rounds = (count: number) => `[${'1,'.repeat(count)}1]`
const inLoops = (expression: string) =>
  body(
    `{% for a in [${long('a')}] %}{% for b in ${rounds(1500)} %}${expression}{% endfor %}{% endfor %}`,
  )

/** Templates that make much of little. */
const AMPLIFIERS: Readonly<Record<string, WebhookTemplate>> = {
  'a header of blanks': header(`x{{ "${'a'.repeat(6000)}" | replace("a", "          ") }}x`),
  'ten headers of blanks, hidden from the sample': {
    ...PLAIN,
    headers: Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        `X-${at}`,
        `x{{ "${'a'.repeat(640)}" | replace("a", "${' '.repeat(100)}") if type == "appointment.updated" }}x`,
      ]),
    ),
  },
  'a long text searched for its beginning again and again': body(
    `{{ ${long('a')} | replace(("${'a'.repeat(150)}" | replace("a", "${'a'.repeat(100)}")) ~ "b" ~ ("${'a'.repeat(150)}" | replace("a", "${'a'.repeat(100)}")), "x") | length }}`,
  ),
  'a long text searched for its end': inLoops(
    '{{ a | replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "") | length }}',
  ),
  'a long ending': inLoops('{{ "ab" | truncate(1, true, a) }}'),
  'the first letter of a long text': inLoops('{{ a | first }}'),
  'a long text in capitals': inLoops('{{ a | upper | length }}'),
  'long texts joined and compared': inLoops('{% if a ~ b == b ~ a %}{% endif %}'),
  'long keys': inLoops('{{ data.object[a ~ b] }}'),
  'long texts as JSON': inLoops('{{ a | json | length }}'),
  'an event as JSON': inLoops('{{ data | json | length }}'),
  'many dates': inLoops('{{ created_at | date("d/m/Y H:i:s") | length }}'),
  'lists of long texts': inLoops('{{ [a, a, a] | join(a) | length }}'),
  'a result of 64 KB': body(`{{ ${long('é')} | truncate(32000, true, "") }}`),
  'a JSON text of 64 KB': json(`{{ ${long('"')} | truncate(30000, true, "") | json }}`),
  'JSON of 64 KB that is wrong at its end': json(`[{{ ${long('a')} | json }}x]`),
  'JSON in 20,000 pieces that is wrong at its end': json(
    `[{% for a in ${rounds(1000)} %}{% for b in [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] %}1,{% endfor %}{% endfor %}]`,
  ),
  'a form of 64 KB': form({ a: `{{ ${long('é')} }}` }),
  'as many form fields as fit': form(
    Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [at.toString(36), '1'])),
  ),
  'as many form fields with a fault as fit': form(
    Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [at.toString(36), '{{x'])),
  ),
  'a query of 64 KB': query(`{{ ${long('é')} | truncate(32000, true, "") }}`),
  'an event copied to the letter': body('{{ data | json }}{{ context | json }}'),
}

/** All that is done with a template when it is saved, and then when an event is sent. */
function saved(template: WebhookTemplate) {
  return previewTemplate(template, {
    ...surroundings,
    secretNames: ['a'],
    events: [{ type: 'appointment.updated', changes: ['notes'] }],
  })
}

function sent(template: WebhookTemplate) {
  const outcome = renderTemplate(template, { ...surroundings, secrets: { a: 's3cret' } })
  if (outcome.ok) addQuery('https://crm.example.com/in?a=1', outcome.rendered.query)
  return outcome
}

/** The longest filling with which a template still has 16 KB. */
function fitting(place: (text: string) => WebhookTemplate, filler: string): WebhookTemplate {
  let length = WEBHOOK_LIMITS.templateBytes
  let template = place(filled(filler, length))
  while (templateBytes(template) > WEBHOOK_LIMITS.templateBytes) {
    length = Math.floor(length * 0.95)
    template = place(filled(filler, length))
  }
  return template
}

// The zone's rules are loaded once per process; no template should pay for them.
sent(body('{{ now | date("H") }}'))

describe.each(Object.keys(PLACES))('%s', (name) => {
  const place = PLACES[name] ?? body

  test('filled with whatever fits costs no more than a template may', () => {
    const slow: [string, number][] = []
    for (const filler of FILLERS) {
      const template = fitting(place, filler)
      const took = cpuCost(MOST_MS, () => saved(template))
      if (took >= MOST_MS) slow.push([filler, took])
    }
    expect(slow).toEqual([])
  })

  test('filled with far more is refused unread', () => {
    for (const filler of ['a', ' ', '{{1}}']) {
      const template = place(filled(filler, FAR_TOO_LARGE))
      expect(cpuCost(REFUSED_MS, () => saved(template))).toBeLessThan(REFUSED_MS)
      expect(cpuCost(REFUSED_MS, () => sent(template))).toBeLessThan(REFUSED_MS)
    }
  })
})

describe('a template that makes much of little', () => {
  test.each(Object.keys(AMPLIFIERS))('%s', (name) => {
    const template = AMPLIFIERS[name] ?? PLAIN
    expect(templateBytes(template)).toBeLessThanOrEqual(WEBHOOK_LIMITS.templateBytes)
    expect(cpuCost(MOST_MS, () => saved(template))).toBeLessThan(MOST_MS)
    expect(cpuCost(MOST_MS, () => sent(template))).toBeLessThan(MOST_MS)
  })
})

describe('a title', () => {
  const options = {
    ...surroundings,
    organization: { ...surroundings.organization, language: 'pt' as const },
    showFullPersonalData: true,
    recordUrl: 'https://agenda.example.com/app/?appointment=1',
  }
  const titled = (source: string) => {
    previewTitle(source, options, [{ type: 'appointment.updated', changes: ['notes'] }])
    const message = chatMessage(options.event, { ...options, messageTemplate: source })
    for (const format of CHAT_FORMATS) {
      const url = 'https://discord.com/api/webhooks/1/a'
      chatRequest(format, message, url, { event: options.event, originalMessageId: null })
    }
  }

  test.each(Object.keys(PLACES))('%s, and the messages of all platforms made of it', (name) => {
    const slow: [string, number][] = []
    for (const filler of FILLERS.filter((_, at) => at % 4 === 0)) {
      const { body: source } = (PLACES[name] ?? body)(filled(filler, TITLE_CHARACTERS - 100))
      if (typeof source !== 'string') continue
      const took = cpuCost(MOST_MS, () => titled(source.slice(0, TITLE_CHARACTERS)))
      if (took >= MOST_MS) slow.push([filler, took])
    }
    expect(slow).toEqual([])
  })

  test.each(['a', ' ', '"', '\\', '<', '&', '`', '💜', '\n', '\u202e', '{', ':/', '1', '@'])(
    'that grows to 60,000 times %j',
    (letter) => {
      const source = `{{ (("${'a'.repeat(60)}" | replace("a", "${'a'.repeat(100)}")) | replace("a", ${quoted(letter.repeat(10))})) }}`
      expect(cpuCost(MOST_MS, () => titled(source))).toBeLessThan(MOST_MS)
    },
  )
})

test('an event of the largest notes, names and metadata, of whatever letters', () => {
  const template = json(
    '{"all": {{ data | json }}, "note": {{ data.object.notes | upper | truncate(99) | json }}}',
  )
  for (const filler of ['a', '"', '\\', '\u0001', '💜', 'ΐ', ' ', '{{ id }}']) {
    const context = { ...surroundings, event: heavyEvent(filler), secrets: {} }
    expect(cpuCost(MOST_MS, () => renderTemplate(template, context))).toBeLessThan(MOST_MS)
  }
})

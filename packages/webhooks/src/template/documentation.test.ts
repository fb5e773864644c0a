import { readFileSync } from 'node:fs'
import { EVENT_TYPE_NAMES, isEventType, sampleEvent, type EventType } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import { chatMessage } from '../chat/message.ts'
import { isRecord } from '../chat/personal-data.ts'
import { checkTemplate, previewTemplate, type CheckContext } from './check-template.ts'
import { TEMPLATE_CONTENT_TYPES, TEMPLATE_METHODS, type WebhookTemplate } from './template.ts'
import { threadStopwatch } from './stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'
const SAMPLE = { organizationId: 1, timezone: TIMEZONE, now: NOW }
/** As the catalogue has them, of the types of the examples. */
const EVENTS = EVENT_TYPE_NAMES.map((type) => ({
  type,
  changes: Object.keys(sampleEvent(type, SAMPLE).data.changes ?? {}),
}))
const organization = { name: 'Clínica Bem-Estar', timezone: TIMEZONE }

function page(name: string): string {
  return readFileSync(new URL(`../../../../docs/webhooks/${name}`, import.meta.url), 'utf8')
}

function contextOf(type: EventType, secretNames: string[] = []): CheckContext {
  return {
    event: sampleEvent(type, SAMPLE),
    organization,
    secretNames,
    events: EVENTS.filter((known) => known.type === type),
    now: NOW,
    elapsedMs: threadStopwatch,
  }
}

const PLAIN: WebhookTemplate = {
  method: 'POST',
  content_type: 'text/plain',
  body: '',
  headers: {},
  query: {},
}

function readType(text: string | undefined): EventType {
  if (text !== undefined && isEventType(text)) return text
  throw new Error(`no event type: ${text}`)
}

function texts(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}

/** The `template` of a request body, with the defaults of the API. */
function readTemplateObject(body: unknown): { template: WebhookTemplate; secretNames: string[] } {
  const given = isRecord(body) && isRecord(body['template']) ? body['template'] : {}
  const method = TEMPLATE_METHODS.find((known) => known === (given['method'] ?? 'POST'))
  const contentType = TEMPLATE_CONTENT_TYPES.find(
    (known) => known === (given['content_type'] ?? 'application/json'),
  )
  if (method === undefined || contentType === undefined) throw new Error('unknown method or type')
  const template = {
    method,
    content_type: contentType,
    body: typeof given['body'] === 'string' ? given['body'] : texts(given['body']),
    headers: texts(given['headers']),
    query: texts(given['query']),
  }
  return { template, secretNames: Object.keys(texts(isRecord(body) ? body['secrets'] : {})) }
}

describe('templates.md', () => {
  const text = page('templates.md')
  const examples = Array.from(
    text.matchAll(/<!-- event: (\S+) -->\n\n```json template\n(.*?)\n```\n\n```http\n(.*?)\n```/gs),
  )

  test('has a form, a JSON and a plain text example, and no example that this test overlooks', () => {
    expect(examples.map(([, type]) => type)).toEqual([
      'client.created',
      'appointment.rescheduled',
      'queue.entry.called',
    ])
    expect(text.match(/```json template/g)).toHaveLength(examples.length)
  })

  test.each(examples.map(([, type, source, result]) => ({ type, source, result })))(
    'the worked template for $type gives the request shown',
    ({ type, source = '', result }) => {
      const { template, secretNames } = readTemplateObject(JSON.parse(source))
      const preview = previewTemplate(template, contextOf(readType(type), secretNames))
      if (!preview.ok) throw new Error(JSON.stringify(preview.errors))
      const { method, contentType, headers, query, body } = preview.rendered
      const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
      const lines = [
        parameters.length === 0 ? method : `${method} ?${parameters.join('&')}`,
        `Content-Type: ${contentType}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ]
      expect(`${lines.join('\n')}\n\n${body}`).toBe(result)
    },
  )

  const rows = Array.from(
    text.matchAll(/^\| `(\w+)[^|]*\|[^|\n]*\| `(\{\{.*?\}\})` +\| `(.*?)` +\|$/gm),
  )

  test('the table of filters is found, all eleven in it', () => {
    expect(new Set(rows.map(([, filter]) => filter))).toEqual(
      new Set([
        'json',
        'date',
        'default',
        'upper',
        'lower',
        'truncate',
        'replace',
        'join',
        'first',
        'last',
        'length',
      ]),
    )
  })

  test.each(
    rows.map(([, , source = '', result]) => ({ source: source.replaceAll('\\|', '|'), result })),
  )('$source gives $result', ({ source, result }) => {
    const template = {
      method: 'POST',
      content_type: 'text/plain',
      body: source,
      headers: {},
      query: {},
    } as const
    expect(previewTemplate(template, contextOf('appointment.created'))).toMatchObject({
      ok: true,
      rendered: { body: result },
    })
  })

  test('the error shown is the error given', () => {
    const [, source = '', field, code, message] =
      /```text error\n(.*?)\n```\n\n> `(.*?)`, `(.*?)`: (.*)/s.exec(
        text.replace(/\n\n\*\*When an event.*/s, ''),
      ) ?? []
    const template = {
      method: 'POST',
      content_type: 'application/json',
      body: source,
      headers: {},
      query: {},
    } as const
    expect(checkTemplate(template, contextOf('appointment.created'))).toEqual([
      { field, code, message },
    ])
  })

  test('each place of a secret that is shown is one where it may stand', () => {
    const places = Array.from(
      text.matchAll(/^- [a-z].*?: `(\{\{.*?\}\})`$/gm),
      ([, place]) => place,
    )
    expect(places).toHaveLength(4)
    for (const body of places) {
      const template = { ...PLAIN, body: body ?? '' }
      const secrets = ['api_token', 'live', 'other']
      expect([body, checkTemplate(template, contextOf('client.created', secrets))]).toEqual([
        body,
        [],
      ])
    }
  })

  test('the backslash example keeps its letters', () => {
    const [source = ''] = /\{\{ data\.object\.start \| date\('d\/m à.*?\}\}/.exec(text) ?? []
    const template = {
      method: 'POST',
      content_type: 'text/plain',
      body: source,
      headers: {},
      query: {},
    } as const
    expect(previewTemplate(template, contextOf('appointment.created'))).toMatchObject({
      ok: true,
      rendered: { body: '27/11 às 09:00' },
    })
  })
})

describe('chat.md', () => {
  const text = page('chat.md')
  const examples = Array.from(
    text.matchAll(/<!-- event: (\S+) -->\n\n```jinja message\n([^`]*?)\n```\n\n> (.*)\n/g),
    ([, type, source, result]) => ({ type, source, result }),
  )

  test('no example is overlooked', () => {
    expect(examples).toHaveLength(2)
    expect(text.match(/```jinja message/g)).toHaveLength(2)
  })

  test.each(examples)('the title for $type', ({ type, source = '', result }) => {
    const message = chatMessage(contextOf(readType(type)).event, {
      organization: { ...organization, language: 'pt' },
      showFullPersonalData: false,
      messageTemplate: source,
      recordUrl: null,
      now: NOW,
      elapsedMs: threadStopwatch,
    })
    expect(message).toMatchObject({ title: result, templateFault: null })
  })
})

import { sampleEvent } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import type { TemplateContext } from './compose-request.ts'
import { addQuery, renderTemplate } from './render-template.ts'
import type { WebhookTemplate } from './template.ts'
import { threadStopwatch } from './stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'

function contextWith(
  record: Record<string, unknown> = {},
  secrets: Record<string, string> = {},
): TemplateContext {
  const event = sampleEvent('client.created', { organizationId: 1, timezone: TIMEZONE, now: NOW })
  const object = { ...event.data.object, ...record }
  return {
    event: { ...event, data: { ...event.data, object } },
    organization: { name: 'Clínica', timezone: TIMEZONE },
    secrets,
    now: NOW,
    elapsedMs: threadStopwatch,
  }
}

function template(changes: Partial<WebhookTemplate>): WebhookTemplate {
  return {
    method: 'POST',
    content_type: 'text/plain',
    body: '',
    headers: {},
    query: {},
    ...changes,
  }
}

describe('a delivery', () => {
  test('a form is URL-encoded, each field on its own', () => {
    const outcome = renderTemplate(
      template({
        content_type: 'application/x-www-form-urlencoded',
        body: {
          'first name': '{{ data.object.first_name }}',
          q: 'a&b=c +ç{{ id | length }}',
          none: '{{ data.object.nothing }}',
        },
      }),
      contextWith(),
    )
    expect(outcome).toMatchObject({
      ok: true,
      rendered: { body: 'first+name=Mariana&q=a%26b%3Dc+%2B%C3%A730&none=' },
    })
  })

  test('no value can leave its place in a JSON document', () => {
    const hostile = '", "admin": true, "x": "\\'
    const outcome = renderTemplate(
      template({
        content_type: 'application/json',
        body: '{"name": {{ data.object.name | json }}}',
      }),
      contextWith({ name: hostile }),
    )
    if (!outcome.ok) throw new Error(outcome.message)
    expect(JSON.parse(outcome.rendered.body)).toEqual({ name: hostile })
  })

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0', 'a\tb', '日本', '€', 'a\u0085b', 'ends\n'])(
    'a header value %j is a template error that does not repeat it',
    (name) => {
      const headers = { 'X-Name': '{{ data.object.name }}' }
      const outcome = renderTemplate(template({ headers }), contextWith({ name }))
      expect(outcome).toEqual({
        ok: false,
        code: 'template_error',
        message:
          'template.headers.X-Name: A header value cannot contain line breaks, control characters or characters outside Latin-1.',
      })
    },
  )

  test('a header keeps Latin-1 and loses blanks at its ends', () => {
    const headers = { 'X-Name': '  {{ data.object.name }} ' }
    expect(renderTemplate(template({ headers }), contextWith({ name: 'José ¿?' }))).toMatchObject({
      ok: true,
      rendered: { headers: { 'X-Name': 'José ¿?' } },
    })
  })

  test('the result may have 64 KB of UTF-8 and not one byte more', () => {
    const body = '{{ data.object.a }}{{ data.object.b }}'
    const a = 'é'.repeat(16_384)
    const fits = renderTemplate(template({ body }), contextWith({ a, b: 'x'.repeat(32_768) }))
    expect(fits.ok && Buffer.byteLength(fits.rendered.body)).toBe(65_536)
    expect(renderTemplate(template({ body }), contextWith({ a, b: 'x'.repeat(32_769) }))).toEqual({
      ok: false,
      code: 'result_too_large',
      message: 'template.body: Line 1, column 34: the result is larger than 64 KB',
    })
  })

  test('body, headers and query share the 64 KB; a form counts as it is sent', () => {
    const a = 'x'.repeat(40_000)
    const query = { a: '{{ data.object.a }}' }
    expect(
      renderTemplate(template({ body: '{{ data.object.a }}', query }), contextWith({ a })),
    ).toMatchObject({
      ok: false,
      code: 'result_too_large',
      message: expect.stringMatching(/^template\.query\.a: /),
    })
    const form = template({
      content_type: 'application/x-www-form-urlencoded',
      body: { a: '{{ data.object.a }}' },
    })
    expect(renderTemplate(form, contextWith({ a: '&'.repeat(30_000) }))).toMatchObject({
      ok: false,
      code: 'result_too_large',
    })
  })

  test('a single value beyond 64 KB', () => {
    const outcome = renderTemplate(
      template({ body: '{{ (data.object.a ~ data.object.a) | truncate(3) }}' }),
      contextWith({ a: 'x'.repeat(40_000) }),
    )
    expect(outcome).toMatchObject({ ok: false, code: 'result_too_large' })
  })

  test('a result that is not JSON for this event is an error without its content', () => {
    const body =
      '{"n": {% if data.object.n %}{{ data.object.n | json }}{% endif %}, "s": "private"}'
    expect(
      renderTemplate(template({ content_type: 'application/json', body }), contextWith({ n: 1 }))
        .ok,
    ).toBe(true)
    expect(
      renderTemplate(template({ content_type: 'application/json', body }), contextWith()),
    ).toEqual({
      ok: false,
      code: 'template_error',
      message:
        'template.body: Line 1, column 66: the result is not valid JSON: expected a value here',
    })
  })

  test('what the check would refuse does not run, however it came to be stored', () => {
    expect(renderTemplate(template({ body: '{% set a = 1 %}' }), contextWith())).toMatchObject({
      ok: false,
      code: 'template_error',
    })
    expect(renderTemplate(template({ body: 'x'.repeat(20_000) }), contextWith())).toMatchObject({
      ok: false,
      code: 'template_error',
      message: 'The template is larger than 16 KB.',
    })
  })

  test('time spent on one field is missing to the next', () => {
    let elapsed = 0
    const context = { ...contextWith(), elapsedMs: () => (elapsed += 8) }
    const headers = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`X-${index}`, '{{ id }}'.repeat(20)]),
    )
    expect(renderTemplate(template({ headers }), context)).toMatchObject({
      ok: false,
      code: 'template_error',
      message: expect.stringMatching(/rendering takes longer than 100 ms$/),
    })
  })
})

describe('secrets', () => {
  const body =
    "{% if data.object.cpf %}{{ secret_ref('a') }}{% else %}{{ secret_ref('b') }}{% endif %}"

  test('those that a render read are named, others are not', () => {
    const secrets = { a: 'first', b: 'second', c: 'third' }
    expect(renderTemplate(template({ body }), contextWith({}, secrets))).toMatchObject({
      ok: true,
      rendered: { body: 'first', secretsUsed: ['a'] },
    })
    const headers = { 'X-Key': "{{ secret_ref('c') }}" }
    expect(
      renderTemplate(template({ body, headers }), contextWith({ cpf: null }, secrets)),
    ).toMatchObject({
      ok: true,
      rendered: { body: 'second', secretsUsed: ['b', 'c'] },
    })
    expect(renderTemplate(template({ body: 'none' }), contextWith({}, secrets))).toMatchObject({
      ok: true,
      rendered: { secretsUsed: [] },
    })
  })

  test('one that was deleted since fails the delivery', () => {
    expect(renderTemplate(template({ body }), contextWith({}, { a: 'first' }))).toMatchObject({
      ok: false,
      code: 'template_error',
      message: expect.stringContaining('there is no secret `b`'),
    })
  })

  test('a secret is text: what looks like a template in it stays as it is', () => {
    const secrets = { a: '{{ id }}{% if %}"' }
    const json = template({
      content_type: 'application/json',
      body: "{{ secret_ref('a') | json }}",
    })
    expect(renderTemplate(json, contextWith({}, secrets))).toMatchObject({
      ok: true,
      rendered: { body: JSON.stringify(secrets.a) },
    })
  })
})

test('a record can not bring a template with it', () => {
  const name = '{{ secret_ref("a") }}{% for x in y %}'
  expect(
    renderTemplate(template({ body: '{{ data.object.name }}' }), contextWith({ name })),
  ).toMatchObject({
    ok: true,
    rendered: { body: name },
  })
})

test('rendered parameters come after those of the address, which stay as they were written', () => {
  expect(addQuery('https://crm.example.com/in?key=a%20b+c&x', { t: 'é &=', key: '2' })).toBe(
    'https://crm.example.com/in?key=a%20b+c&x&t=%C3%A9+%26%3D&key=2',
  )
  expect(addQuery('https://crm.example.com/in', { t: '1' })).toBe('https://crm.example.com/in?t=1')
  expect(addQuery('https://crm.example.com/in?a=1', {})).toBe('https://crm.example.com/in?a=1')
})

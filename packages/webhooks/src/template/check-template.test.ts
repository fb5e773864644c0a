import { EVENT_TYPE_NAMES, sampleEvent } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import { WEBHOOK_LIMITS } from '../limits.ts'
import {
  checkTemplate,
  previewTemplate,
  templateBytes,
  type CheckContext,
} from './check-template.ts'
import type { WebhookTemplate } from './template.ts'
import { threadStopwatch } from './stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'
const SAMPLE = { organizationId: 1, timezone: TIMEZONE, now: NOW }

const context: CheckContext = {
  event: sampleEvent('appointment.created', SAMPLE),
  organization: { name: 'Clínica Bem-Estar', timezone: TIMEZONE },
  secretNames: ['crm_key'],
  events: [{ type: 'appointment.created', changes: null }],
  now: NOW,
  elapsedMs: threadStopwatch,
}

function template(changes: Partial<WebhookTemplate>): WebhookTemplate {
  return {
    method: 'POST',
    content_type: 'application/json',
    body: '{}',
    headers: {},
    query: {},
    ...changes,
  }
}

function codes(changes: Partial<WebhookTemplate>): string[] {
  return checkTemplate(template(changes), context).map(({ field, code }) => `${field} ${code}`)
}

function messages(changes: Partial<WebhookTemplate>): string[] {
  return checkTemplate(template(changes), context).map(({ message }) => message)
}

describe('fields', () => {
  test('a right template has no errors', () => {
    expect(
      checkTemplate(
        template({
          body: '{"id": {{ data.object.id | json }}}',
          headers: { Authorization: "Bearer {{ secret_ref('crm_key') }}" },
          query: { source: 'agenda', type: '{{ type }}' },
        }),
        context,
      ),
    ).toEqual([])
  })

  test('every field is checked, each error names its own, line and column are those of the field', () => {
    const errors = checkTemplate(
      template({
        content_type: 'application/x-www-form-urlencoded',
        body: { name: '{{ data.object.client.name }}', note: 'a\n{{ nothing }}' },
        headers: { 'X-Foo': '{% set a = 1 %}', 'X-Fine': '{{ id }}' },
        query: { k: '{{ id' },
      }),
      context,
    )
    expect(errors).toEqual([
      {
        field: 'template.body.note',
        code: 'template_forbidden',
        message: expect.stringMatching(
          /^Line 2, column 4: there is no variable `nothing`; the nearest name is `data.object.notes`, and the variables are id, type/,
        ),
      },
      {
        field: 'template.headers.X-Foo',
        code: 'template_forbidden',
        message: 'Line 1, column 4: there is no tag `set`; the tags are `if` and `for`',
      },
      {
        field: 'template.query.k',
        code: 'template_syntax',
        message: 'Line 1, column 1: `{{` is never closed by `}}`',
      },
    ])
  })

  test('several faults of one field are all told', () => {
    expect(
      messages({
        body: '{"a": {{ data.objct | json }},\n"b": {{ x | json }}, "c": {{ loop | json }}}',
      }),
    ).toEqual([
      'Line 1, column 14: there is no `data.objct`; the nearest name is `data.object`',
      expect.stringMatching(/^Line 2, column 9: there is no variable `x`/),
      expect.stringMatching(
        /^Line 2, column 30: there is no variable `loop`; `loop` exists only inside/,
      ),
    ])
  })

  test('faults of all kinds are told in the order of the text', () => {
    expect(
      messages({
        content_type: 'text/plain',
        body: "{{ secret_ref('crm_key') | length }}{{ x }}{{ secret_ref('none') }}",
      }),
    ).toEqual([
      expect.stringMatching(
        /^Line 1, column 14: a secret cannot be used before the filter `length`/,
      ),
      expect.stringMatching(/^Line 1, column 40: there is no variable `x`/),
      expect.stringMatching(/^Line 1, column 57: there is no secret `none`/),
    ])
  })

  test('the lists of faults end', () => {
    expect(codes({ content_type: 'text/plain', body: '{{ x }}'.repeat(2000) })).toHaveLength(20)
    const wrong = '{{ x }}'.repeat(15)
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, wrong]))
    const form = { content_type: 'application/x-www-form-urlencoded', body: fields } as const
    expect(codes(form)).toHaveLength(100)
  })
})

describe('size', () => {
  test('16 KB of UTF-8 in all fields together pass, one byte more is too long and nothing else', () => {
    const headers = { 'X-Foo': 'é'.repeat(100) }
    const rest = templateBytes(template({ body: '', headers }))
    expect(rest).toBe(205)
    const fits = 'x'.repeat(WEBHOOK_LIMITS.templateBytes - rest)
    expect(codes({ content_type: 'text/plain', body: fits, headers })).toEqual([])
    expect(codes({ content_type: 'text/plain', body: `${fits}{{`, headers })).toEqual([
      'template too_long',
    ])
  })

  test('names of form fields count', () => {
    const content_type = 'application/x-www-form-urlencoded'
    expect(codes({ content_type, body: { ['n'.repeat(17_000)]: '' } })).toEqual([
      'template too_long',
    ])
  })

  test('at most 10 headers and 10 parameters', () => {
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`a${index}`, 'x']))
    expect(codes({ headers: eleven, query: eleven })).toEqual([
      'template.headers too_many',
      'template.query too_many',
    ])
    const { a10: _, ...ten } = eleven
    expect(codes({ headers: ten, query: ten })).toEqual([])
  })

  test('a sample that grows beyond 64 KB', () => {
    const body = `{% for a in data.object.service_ids %}{% for b in [1,2,3,4,5,6,7,8] %}${'x'.repeat(5000)}{% endfor %}{% endfor %}`
    expect(checkTemplate(template({ content_type: 'text/plain', body }), context)).toEqual([
      {
        field: 'template.body',
        code: 'template_result',
        message: 'Line 1, column 71: the result is larger than 64 KB',
      },
    ])
  })

  test('rendering that takes longer than 100 ms', () => {
    let elapsed = 0
    const slow = { ...context, elapsedMs: () => (elapsed += 30) }
    const body = `{% for a in [${'1,'.repeat(500)}1] %}{{ a }}{% endfor %}`
    expect(checkTemplate(template({ content_type: 'text/plain', body }), slow)).toMatchObject([
      {
        code: 'template_result',
        message: expect.stringContaining('rendering takes longer than 100 ms'),
      },
    ])
  })
})

describe('the 100 ms', () => {
  test('are over for all fields, and told once', () => {
    const body = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 'x']))
    const form = template({ content_type: 'application/x-www-form-urlencoded', body })
    const clock = [0]
    const late = { ...context, elapsedMs: () => clock.shift() ?? 101 }
    expect(checkTemplate(form, late)).toEqual([
      {
        field: 'template.body.f0',
        code: 'template_result',
        message: 'rendering takes longer than 100 ms',
      },
    ])
  })

  test('are those until the last byte is encoded', () => {
    // When the budget is made, and when it is first spent from.
    const clock = [0, 0]
    const late = { ...context, elapsedMs: () => clock.shift() ?? 101 }
    expect(checkTemplate(template({ content_type: 'text/plain', body: 'x' }), late)).toEqual([
      {
        field: 'template.body',
        code: 'template_result',
        message: 'rendering takes longer than 100 ms',
      },
    ])
  })
})

describe('JSON bodies', () => {
  test.each([
    [
      '{"id": {{ id }}}',
      'Line 1, column 11: in a JSON body, an insertion must end with the filter `json`: `{{ id | json }}`',
    ],
    [
      '{"id": "{{ id | json }}"}',
      'Line 1, column 17: in a JSON body, do not put quotes around an insertion: `json` writes them; join texts with `~`',
    ],
    [
      '{"id": {{ id | json | upper }}}',
      'Line 1, column 23: in a JSON body, an insertion must end with the filter `json`: `{{ id | json }}`',
    ],
    [
      '{"id": {{ id if id else 1 | json }}}',
      'Line 1, column 11: in a JSON body, an insertion must end with `json`: `{{ (a if b else c) | json }}`',
    ],
    [
      '{"a\\" {{ id | json }}": 1}',
      'Line 1, column 15: in a JSON body, do not put quotes around an insertion: `json` writes them; join texts with `~`',
    ],
    [
      '{"a": {% if id %}"x{% else %}"y"{% endif %}}',
      'Line 1, column 10: one branch of this `if` opens or closes a quote and the other does not',
    ],
    [
      '[{% for s in data.object.services %}"{% endfor %}]',
      'Line 1, column 5: a quote opened inside this `for` must be closed inside it',
    ],
    [
      '{"a": {{ id | json }}',
      'Line 1, column 15: the result is not valid JSON: expected `,` or `}`, and it ends',
    ],
    [
      '[{% for s in data.object.services %}{{ s.id | json }},\n{% endfor %}]',
      'Line 2, column 13: the result is not valid JSON: no comma can stand before `]`; inside a loop write `{% if not loop.last %},{% endif %}`',
    ],
    ['', 'the result is not valid JSON: it is empty'],
    ['{{ id | json }} x', 'Line 1, column 17: the result is not valid JSON: expected the end here'],
    [
      "{'a': 1}",
      'Line 1, column 2: the result is not valid JSON: JSON uses double quotes, not single quotes',
    ],
    ['{"a" 1}', 'Line 1, column 6: the result is not valid JSON: expected `:` here'],
    [
      '{"a": "\t"}',
      'Line 1, column 7: the result is not valid JSON: the text that begins here is not closed, or has a line break or a wrong `\\` in it',
    ],
    [
      // Of a loop's rounds it is the same place; what `-%}` took away is counted.
      '[\n{%- for s in data.object.services -%}\n\n  {"id": {{ s.id | json }},}\n{%- endfor -%}\n]',
      'Line 4, column 28: the result is not valid JSON: no comma can stand before `}`; inside a loop write `{% if not loop.last %},{% endif %}`',
    ],
    [
      '{"a": {{ data.object.meeting_url | json }}\n{{ id | json }}}',
      'Line 2, column 9: the result is not valid JSON: expected `,` or `}` here',
    ],
    [
      '{% if data.object.meeting_url %}{}{% endif %}\n',
      'Line 2, column 1: the result is not valid JSON: it is empty',
    ],
  ])('%s', (body, message) => {
    expect(messages({ body })).toEqual([message])
  })

  test.each([
    '{"a": {{ (id | json) }}}',
    '{"a": {{ ("x" ~ id) | default("y") | json }}}',
    '{"a": "{% if id %}x{% else %}y{% endif %}"}',
    '{"a\\\\": {{ id | json }}}',
    '{{ data | json }}',
    ' [ ] ',
    '-0.5e+10',
    '{"a": [{% for s in data.object.services %}{{ s | json }}{% if not loop.last %},{% endif %}{% endfor %}]}',
  ])('%s is right', (body) => {
    expect(messages({ body })).toEqual([])
  })

  test('headers and query of a JSON template need no json filter', () => {
    expect(codes({ headers: { 'X-Id': '"{{ id }}"' }, query: { q: '{{ type }}' } })).toEqual([])
  })

  test('one template serves every type of the catalogue', () => {
    const body = `{"type": {{ type | json }}, "client": {{ data.object.client.name | default("-") | json }},
      "when": {{ data.object.start | date("d/m/Y H:i") | json }}, "services": [
      {%- for s in data.object.services %}{{ s.name | json }}{% if not loop.last %}, {% endif %}{% endfor -%}
      ], "before": {{ data.changes.start.from | json }}, "all": {{ data.object | json }}}`
    for (const type of EVENT_TYPE_NAMES) {
      const errors = checkTemplate(template({ body }), {
        ...context,
        event: sampleEvent(type, SAMPLE),
        events: [...EVENT_TYPE_NAMES].map((known) => ({ type: known, changes: ['start'] })),
      })
      expect([type, errors]).toEqual([type, []])
    }
  })
})

describe('forms, headers, secrets', () => {
  test('the body must suit the content type', () => {
    expect(codes({ content_type: 'application/x-www-form-urlencoded', body: 'a=b' })).toEqual([
      'template.body template_syntax',
    ])
    expect(codes({ body: { a: 'b' } })).toEqual(['template.body template_syntax'])
  })

  test.each([
    'Host',
    'content-length',
    'Content-Type',
    'X-Service-Signature',
    'webhook-id',
    'User-Agent',
    'Bad Name',
    'X-Ü',
    '',
  ])('the header %j is refused by name', (name) => {
    expect(codes({ headers: { [name]: 'x' } })).toEqual([
      name === ''
        ? 'template.headers template_forbidden'
        : `template.headers.${name} template_forbidden`,
    ])
  })

  test('a header whose sample value can not be sent', () => {
    expect(codes({ headers: { 'X-Note': 'a\n{{ id }}' } })).toEqual([
      'template.headers.X-Note template_result',
    ])
  })

  test('a secret must exist, by its exact name', () => {
    expect(messages({ body: "{{ secret_ref('CRM_key') | json }}" })).toEqual([
      'Line 1, column 14: there is no secret `CRM_key`; `secrets` has `crm_key`',
    ])
  })

  test('a preview shows the request, never a secret', () => {
    const preview = previewTemplate(
      template({
        method: 'PUT',
        body: '{{ ("Bearer " ~ secret_ref(\'crm_key\')) | json }}',
        headers: { 'X-Key': "{{ secret_ref('crm_key') }}" },
      }),
      context,
    )
    expect(preview).toEqual({
      ok: true,
      rendered: {
        method: 'PUT',
        contentType: 'application/json',
        body: '"Bearer ***"',
        headers: { 'X-Key': '***' },
        query: {},
        secretsUsed: ['crm_key'],
      },
    })
  })
})

import { sampleEvent, type EventEnvelope, type EventType } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import type { TemplateContext } from './compose-request.ts'
import { renderTemplate } from './render-template.ts'
import { threadStopwatch } from './stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'

function contextOf(type: EventType, timezone = TIMEZONE): TemplateContext {
  return {
    event: sampleEvent(type, { organizationId: 1, timezone, now: NOW }),
    organization: { name: 'Clínica Bem-Estar', timezone },
    secrets: {},
    now: NOW,
    elapsedMs: threadStopwatch,
  }
}

function withRecord(object: EventEnvelope['data']['object']): TemplateContext {
  const context = contextOf('appointment.created')
  const { event } = context
  return { ...context, event: { ...event, data: { ...event.data, object } } }
}

/** The template's result as plain text, or its refusal in angle brackets. */
function render(body: string, context = contextOf('appointment.rescheduled')): string {
  const template = {
    method: 'POST',
    content_type: 'text/plain',
    body,
    headers: {},
    query: {},
  } as const
  const outcome = renderTemplate(template, context)
  return outcome.ok ? outcome.rendered.body : `<${outcome.message}>`
}

describe('variables', () => {
  test('all of the document, and nothing else', () => {
    const event = contextOf('appointment.rescheduled').event
    expect(render('{{ id }} {{ type }} {{ created_at }} {{ api_version }}')).toBe(
      `${event.id} appointment.rescheduled 2026-11-20T12:00:00-03:00 2026-11-01`,
    )
    expect(JSON.parse(render('{{ data.object | json }}'))).toEqual(event.data.object)
    expect(JSON.parse(render('{{ data.changes | json }}'))).toEqual(event.data.changes)
    expect(JSON.parse(render('{{ context.actor | json }}'))).toEqual(event.context.actor)
    expect(
      render('{{ context.source }}; {{ organization.name }}; {{ organization.timezone }}'),
    ).toBe('api; Clínica Bem-Estar; America/Sao_Paulo')
    for (const name of [
      'organization_id',
      'livemode',
      'data.batch_id',
      'context.request_id',
      'organization.id',
      'env',
      'loop',
    ]) {
      expect(render(`{{ ${name} }}`)).toMatch(/^<template\.body: Line 1, column \d+: there is no /)
    }
  })

  test('now is the moment of rendering in the zone of the organization', () => {
    expect(render('{{ now }}')).toBe('2026-11-20T12:00:00-03:00')
    expect(render('{{ now }}', contextOf('ping', 'Asia/Kolkata'))).toBe('2026-11-20T20:30:00+05:30')
  })

  test('what is missing is null at any depth', () => {
    expect(render('[{{ data.object.nothing.at.all }}]')).toBe('[]')
    expect(render('{{ data.object.nothing[0].x | json }}')).toBe('null')
    expect(render('{{ data.changes.start.from | json }}', contextOf('client.created'))).toBe('null')
    expect(
      render('{% for s in data.object.services %}x{% else %}none{% endfor %}', contextOf('ping')),
    ).toBe('none')
    expect(
      render(
        '{{ data.object.start | date("d") | upper | truncate(3) | default("-") }}',
        contextOf('ping'),
      ),
    ).toBe('-')
  })
})

describe('control', () => {
  test.each([
    ['{% if data.object.price %}a{% else %}b{% endif %}', 'a'],
    [
      '{% if data.object.notes == "x" %}a{% elif data.object.price > 1000 %}b{% else %}c{% endif %}',
      'b',
    ],
    [
      '{% if not data.object.deposit and (id or nothing_here) %}a{% endif %}',
      '<template.body: Line 1, column 42: there is no variable `nothing_here`; the nearest name is `data.changes`, and the variables are id, type, created_at, api_version, data.object, data.changes, context.actor, context.source, organization.name, organization.timezone, now>',
    ],
    [
      '{% for s in data.object.services %}{{ loop.index }}/{{ loop.length }} {{ s.name }}{% if not loop.last %}, {% endif %}{% endfor %}',
      '1/2 Limpeza de pele, 2/2 Massagem "relaxante" & drenagem',
    ],
    [
      '{% for field, change in data.changes %}{{ field }}: {{ change.from }};{% endfor %}',
      'start: 2026-11-26T15:00:00-03:00;end: 2026-11-26T16:30:00-03:00;professional_id: 15;',
    ],
    ['{% for field in data.changes %}{{ field }};{% endfor %}', 'start;end;professional_id;'],
    [
      '{% for a in [1, 2] %}{% for b in ["x", "y"] %}{{ a }}{{ b }}{{ loop.index0 }} {% endfor %}{{ loop.first }} {% endfor %}',
      '1x0 1y1 true 2x0 2y1 false ',
    ],
    ['{% for id in [1] %}{{ id }}{% endfor %}{{ type }}', '1appointment.rescheduled'],
    ['{{ "yes" if data.object.is_overbook else "no" }}{{ 1 if false }}.', 'no.'],
    ['a {#- note -#} b\n{%- if true %} c {%- endif %}', 'ab c'],
    [
      '{{ (data.object.services | first).name | upper }} {{ ([1, [2, 3]])[1][0] }}',
      'LIMPEZA DE PELE 2',
    ],
    [
      '{{ data.object["client"]["name"] ~ " / " ~ data.object.price ~ none }}',
      'Mariana Alves de Souza / 1250.00',
    ],
    [
      '{% for f, v in [1] %}{% endfor %}',
      '<template.body: Line 1, column 4: `for` with two names needs a map, such as `data.changes`>',
    ],
    [
      '{% for a in 5 %}{% endfor %}',
      '<template.body: Line 1, column 4: `for` needs a list or a map>',
    ],
  ])('%s', (template, expected) => {
    expect(render(template)).toBe(expected)
  })

  test.each([
    ['1 == 1', true],
    ['1 == "1"', true],
    ['1 === "1"', false],
    ['"1.50" == 1.5', true],
    ['"a" == 1', false],
    ['none == false', false],
    ['none == none', true],
    ['"" == 0', false],
    ['data.object.price > 100', true],
    ['data.object.price < "9"', true],
    ['none < 1', false],
    ['none >= none', false],
    ['2 >= 2', true],
    ['"b" > "a"', true],
    ['[1] == [1]', false],
    ['data.object == data.object', false],
    ['true == 1', false],
    ['"2026-11-20" <= "2026-11-21"', true],
    ['1 != "1"', false],
    ['[] !== []', true],
  ])('%s is %s', (condition, expected) => {
    expect(render(`{% if ${condition} %}yes{% else %}no{% endif %}`)).toBe(expected ? 'yes' : 'no')
  })

  test.each([
    ['none', 'no'],
    ['false', 'no'],
    ['0', 'no'],
    ['""', 'no'],
    ['[]', 'no'],
    ['data.object.metadata', 'yes'],
    ['"0"', 'yes'],
    ['[none]', 'yes'],
  ])('%s is true: %s', (value, expected) => {
    expect(render(`{% if ${value} %}yes{% else %}no{% endif %}`)).toBe(expected)
  })

  test('numbers and truth values write themselves; a list or a map does not', () => {
    expect(render('{{ 1.5 }} {{ true }} {{ data.object.duration_minutes }}')).toBe('1.5 true 90')
    expect(render('{{ data.object.services }}')).toMatch(
      /column 15: a list cannot be written as text/,
    )
    expect(render('{{ data.object.client ~ "" }}')).toMatch(/a map cannot be written as text/)
  })
})

describe('filters', () => {
  test.each([
    ['"a\\"b" | json', '"a\\"b"'],
    ['none | json', 'null'],
    ['[1, none, "x", [true]] | json', '[1,null,"x",[true]]'],
    ['"<\\\\/script>" | json', '"<\\\\/script>"'],
    ['"a\tb" | json', '"a\\tb"'],
    ['none | default("x")', 'x'],
    ['"" | default("x")', ''],
    ['"" | default("x", true)', 'x'],
    ['none | default(none) | json', 'null'],
    ['"ação" | upper', 'AÇÃO'],
    ['"AÇÃO" | lower', 'ação'],
    ['90 | upper', '90'],
    ['"one two three" | truncate(9)', 'one...'],
    ['"one two three" | truncate(9, true)', 'one tw...'],
    ['"one two three" | truncate(9, false, "")', 'one two'],
    ['"one two three" | truncate(13)', 'one two three'],
    ['"abcdef" | truncate(2)', '..'],
    ['"💜💜💜" | truncate(2, true, "")', '💜💜'],
    ['"a.b.c" | replace(".", "")', 'abc'],
    ['"a.b" | replace(".", "$&")', 'a$&b'],
    ['data.object.price | replace(".", ",")', '1250,00'],
    ['[1, "x", none] | join("-")', '1-x-'],
    ['data.object.services | join(", ", "id")', '31, 34'],
    ['data.object.service_ids | join', '3134'],
    [
      'data.object.services | join(",")',
      '<template.body: Line 1, column 27: `join` needs the name of a field here: `join(", ", "name")`>',
    ],
    ['[3, 4] | first', '3'],
    ['[3, 4] | last', '4'],
    ['"💜b" | first', '💜'],
    ['[] | first | json', 'null'],
    ['data.object.services | length', '2'],
    ['data.changes | length', '3'],
    ['"💜b" | length', '2'],
    ['none | length', '0'],
    ['5 | length', '<template.body: Line 1, column 8: `length` needs a list, a map or a text>'],
    [
      'data.object.client | first',
      '<template.body: Line 1, column 25: `first` needs a list or a text>',
    ],
    ['id | truncate', '<template.body: Line 1, column 9: `truncate` takes 1 to 3 arguments>'],
    [
      'id | date',
      "<template.body: Line 1, column 9: `date` needs its format: `date('d/m/Y H:i')`>",
    ],
    [
      'id | date("d")',
      '<template.body: Line 1, column 9: `date` needs a date or a date-time with offset>',
    ],
    [
      '5 | date("d")',
      '<template.body: Line 1, column 8: `date` needs a date or a date-time with offset>',
    ],
  ])('%s', (expression, expected) => {
    expect(render(`{{ ${expression} }}`)).toBe(expected)
  })

  test.each([
    'date("d")',
    'upper',
    'lower',
    'truncate(3)',
    'replace("a", "b")',
    'join(",")',
    'first',
    'last',
  ])('a missing value stays missing through %s', (filter) => {
    expect(render(`{{ data.object.nothing | ${filter} | json }}`)).toBe('null')
  })
})

describe('date', () => {
  test('every letter, in the zone of the organization with the rules of that day', () => {
    const context = withRecord({ at: '2019-02-16T23:30:05-02:00', winter: '2019-02-17T12:00:00Z' })
    expect(render('{{ data.object.at | date("d/m/Y y H:i:s") }}', context)).toBe(
      '16/02/2019 19 23:30:05',
    )
    expect(render('{{ data.object.winter | date("H:i") }}', context)).toBe('09:00')
    const tokyo = { ...context, organization: { name: 'x', timezone: 'Asia/Tokyo' } }
    expect(render('{{ data.object.at | date("d/m/Y H:i") }}', tokyo)).toBe('17/02/2019 10:30')
  })

  test('a plain date has no zone; other signs stand for themselves; a backslash keeps a letter', () => {
    const context = withRecord({ birth_date: '1991-05-07', at: '2026-01-02T03:04:05.678Z' })
    expect(render('{{ data.object.birth_date | date("d/m/Y H:i") }}', context)).toBe(
      '07/05/1991 00:00',
    )
    expect(
      render("{{ data.object.at | date('d \\\\d\\\\e m, à\\\\s H\\\\h — Z') }}", context),
    ).toBe('02 de 01, às 00h — Z')
    expect(render("{{ data.object.at | date('Y-m-d') }}", context)).toBe('2026-01-02')
  })

  test.each([
    '',
    'tomorrow',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20T10:00:00',
    '2026-11-20T25:00:00Z',
    '11/20/2026',
    '2026-11-20T10:00:00-03:00[UTC]',
    '2026-11-20T10:00:00,5Z',
    '20261120T100000Z',
    '9'.repeat(5000),
  ])('%s is no date', (at) => {
    expect(render('{{ data.object.at | date("d") }}', withRecord({ at }))).toMatch(/needs a date/)
  })
})

describe('what is wrong is said in words, where it is', () => {
  test.each([
    ['{{ "abc }}', '1:4 the text that begins here has no closing quote'],
    ['a\nb {{ id', '2:3 `{{` is never closed by `}}`'],
    ['{% if id %}\n\n{% for a in [1] %}{% endfor %}', '1:4 `{% if %}` has no `{% endif %}`'],
    ['{% if id %}{% endfor %}', "1:15 `{% endfor %}` can't close the `{% if %}` of line 1"],
    ['{% endif %}', '1:4 `{% endif %}` closes nothing'],
    ['{% elif id %}', '1:4 `{% elif %}` belongs to no `{% if %}`'],
    ['{% if id %}{% else %}{% elif id %}{% endif %}', '1:25 `{% elif %}` after `{% else %}`'],
    [
      '{% if id %}{% else if id %}{% endif %}',
      '1:20 nothing can follow `else`; another condition is `elif`',
    ],
    ['{% if id type %}{% endif %}', '1:15 `%}` must follow `if …`; remove what is in between'],
    ['{{ id type }}', '1:7 expected `}}` here'],
    ['{{ id } }', '1:7 `}` is not part of the language; `{{` closes with `}}`'],
    ['{{ id %}', '1:7 expected `}}` here, found `%}`'],
    ['{{ }}', '1:1 `{{ }}` is empty'],
    ['{{ id | }}', '1:9 a filter name must follow `|`'],
    ['{{ id || type }}', '1:8 a filter name must follow `|`, not `|`; write `or` for a choice'],
    ['{{ !id }}', '1:4 there is no `!` in the language; write `not`'],
    ['{{ id = 1 }}', '1:7 there is no `=` in the language; compare with `==`'],
    ['{{ id + 1 }}', '1:7 there is no arithmetic in the language; join texts with `~`'],
    ['{{ id.0 }}', '1:7 a name must follow `.`, not `0`; write `list[0]` for a place in a list'],
    ['{{ (id }}', '1:4 `(` is not closed'],
    ['{{ id) }}', '1:6 `)` does not close a bracket'],
    ['{{ [1 2] }}', '1:4 expected a comma between the values'],
    ['{{ data[1, 2] }}', '1:15 put exactly one value between `[` and `]`'],
    ['{{ id | first.x }}', '1:14 put the filter in parentheses before `.`: `(value | first).name`'],
    [
      '{% for in data.changes %}{% endfor %}',
      '1:4 `for` needs `in`: `{% for service in data.object.services %}`',
    ],
    [
      '{% for 1 in data.changes %}{% endfor %}',
      '1:10 a name must follow `for`: `{% for service in data.object.services %}`',
    ],
    ['{% %}', '1:1 `{% %}` is empty'],
    ['{% 1 %}', '1:4 a tag name must follow `{%`, not `1`'],
    ['{% if == 1 %}{% endif %}', '1:7 `==` is not expected here'],
    ['{# a', '1:1 `{#` is never closed by `#}`'],
    ['a #}', '1:1 `#}` does not close a comment'],
    [
      `{{ ${'x'.repeat(200)} }}`,
      `1:4 \`${'x'.repeat(40)}…\` is not a name: use letters, digits and \`_\`, at most 64 characters`,
    ],
    [
      '{{ a\u0007\u202Eb }}',
      '1:4 `a��b` is not a name: use letters, digits and `_`, at most 64 characters',
    ],
  ])('%j', (template, expected) => {
    const [, place = '', message = ''] = /^(\S+) (.*)$/.exec(expected) ?? []
    const [line, column] = place.split(':')
    expect(render(template)).toBe(`<template.body: Line ${line}, column ${column}: ${message}>`)
  })
})

test('a value that is no JSON becomes null, a copy keeps nothing of the original', () => {
  const object = {
    f: () => 'ran',
    u: undefined,
    s: Symbol('x'),
    n: NaN,
    d: new Date(0),
    deep: { g: { h: 1 } },
  }
  Object.defineProperty(object, 'hidden', { enumerable: false, value: 'hidden' })
  expect(render('{{ data.object | json }}', withRecord(object))).toBe(
    '{"f":null,"u":null,"s":null,"n":null,"d":{},"deep":{"g":{"h":1}}}',
  )
  expect(render('[{{ data.object.f }}{{ data.object.hidden }}]', withRecord(object))).toBe('[]')
})

test('an event that is too deep or too wide is refused, not walked', () => {
  let deep: Record<string, unknown> = {}
  for (let level = 0; level < 10_000; level += 1) deep = { deep }
  expect(render('x', withRecord(deep))).toBe('<template: the event is too large for templates>')
  const wide = { wide: Array.from({ length: 30_000 }, () => 0) }
  expect(render('x', withRecord(wide))).toBe('<template: the event is too large for templates>')
})

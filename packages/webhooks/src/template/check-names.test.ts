import { EVENT_TYPE_NAMES, sampleEvent, type EventType } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import { previewTemplate } from './check-template.ts'
import type { KnownEvent } from './event-names.ts'
import { renderTemplate } from './render-template.ts'
import { threadStopwatch } from './stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'

const CHANGES: Partial<Record<EventType, readonly string[]>> = {
  'appointment.updated': ['notes', 'metadata', 'service_ids', 'price'],
  'appointment.rescheduled': ['start', 'end', 'professional_id'],
  'client.updated': ['first_name', 'email', 'metadata'],
}

function known(...types: EventType[]): KnownEvent[] {
  return types.map((type) => ({ type, changes: CHANGES[type] ?? null }))
}

function surroundings(type: EventType) {
  return {
    event: sampleEvent(type, { organizationId: 1, timezone: TIMEZONE, now: NOW }),
    organization: { name: 'Clínica', timezone: TIMEZONE },
    now: NOW,
    elapsedMs: threadStopwatch,
  }
}

function plain(body: string) {
  return { method: 'POST', content_type: 'text/plain', body, headers: {}, query: {} } as const
}

/** What is said when the template is saved; [] when it is fine. */
function faults(body: string, events = known('appointment.rescheduled')): string[] {
  const [first = known('appointment.created')[0]] = events
  const preview = previewTemplate(plain(body), {
    ...surroundings(first?.type ?? 'appointment.created'),
    secretNames: [],
    events,
  })
  if (preview.ok) return []
  return preview.errors.map(({ code, message }) => `${code} ${message}`)
}

describe('a name that no subscribed type has is refused with the nearest one', () => {
  test.each([
    ['{{ data.object.statsu }}', 'data.object.statsu', 'data.object.status'],
    ['{{ data.object.pirce }}', 'data.object.pirce', 'data.object.price'],
    ['{{ data.objet.id }}', 'data.objet', 'data.object'],
    ['{{ data.object.client.nmae }}', 'data.object.client.nmae', 'data.object.client.name'],
    ['{{ data["object"]["clinet"].name }}', 'data.object.clinet', 'data.object.client'],
    ['{{ context.actr.name }}', 'context.actr', 'context.actor'],
    ['{{ context.actor.nome }}', 'context.actor.nome', 'context.actor.name'],
    ['{{ organization.nam }}', 'organization.nam', 'organization.name'],
    ['{{ data.changes.strat.from }}', 'data.changes.strat', 'data.changes.start'],
    ['{{ data.changes.status }}', 'data.changes.status', 'data.changes.start'],
    ['{{ data.changes.start.form }}', 'data.changes.start.form', 'data.changes.start.from'],
    [
      '{{ data.object.services[0].nmae }}',
      'data.object.services[0].nmae',
      'data.object.services[0].name',
    ],
    ['{% for s in data.object.services %}{{ s.nam }}{% endfor %}', 's.nam', 's.name'],
    ['{% for f, c in data.changes %}{{ c.form }}{% endfor %}', 'c.form', 'c.from'],
    ['{% for s in data.object.services %}{{ loop.indx }}{% endfor %}', 'loop.indx', 'loop.index'],
    ['{% if data.object.statos == "x" %}{% endif %}', 'data.object.statos', 'data.object.status'],
    [
      '{% if id %}{% else %}{{ data.object.statos }}{% endif %}',
      'data.object.statos',
      'data.object.status',
    ],
    [
      '{% for s in [] %}{% else %}{{ data.object.statos }}{% endfor %}',
      'data.object.statos',
      'data.object.status',
    ],
    ['{{ [1, data.object.statos] | json }}', 'data.object.statos', 'data.object.status'],
    ['{{ id ~ data.object.statos }}', 'data.object.statos', 'data.object.status'],
    ['{{ not data.object.statos }}', 'data.object.statos', 'data.object.status'],
    ['{{ id if data.object.statos else id }}', 'data.object.statos', 'data.object.status'],
    ['{{ id | default(data.object.statos) }}', 'data.object.statos', 'data.object.status'],
    ['{{ data.object.service_ids[data.object.indx] }}', 'data.object.indx', 'data.object.id'],
  ])('%s', (body, name, nearest) => {
    expect(faults(body)).toEqual([
      expect.stringMatching(/^template_forbidden Line 1, column \d+: there is no /),
    ])
    expect(faults(body)[0]).toContain(`there is no \`${name}\`; the nearest name is \`${nearest}\``)
  })

  test.each([
    ['{{ (data.object.services | first).nmae }}', 'name'],
    ['{{ (data.object.client or data.object.professional).nmae }}', 'name'],
    ['{{ (data.object.client if id else data.object.professional).nmae }}', 'name'],
    ['{{ (data.object.client | default(data.object.professional)).nmae }}', 'name'],
    ['{{ data.object.services | join(", ", "nmae") }}', 'name'],
    [
      '{% for s in data.object.services %}{{ data.object.services[loop.index0].nmae }}{% endfor %}',
      'name',
    ],
  ])('also of a value without a path: %s', (body, nearest) => {
    expect(faults(body)).toEqual([
      expect.stringContaining(`there is no \`nmae\` here; the nearest name is \`${nearest}\``),
    ])
  })

  test.each([
    ['{{ emial }}', known('client.created'), 'data.object.email'],
    ['{{ client.name }}', known('appointment.created'), 'data.object.client'],
    ['{{ nmae }}', known('client.created'), 'data.object.name'],
    ['{{ nmae }}', known('appointment.created'), 'organization.name'],
    ['{% for s in [1] %}{% endfor %}{{ s }}', known('client.created'), 'id'],
    ['{{ changes.start }}', known('appointment.rescheduled'), 'data.changes'],
    ['{{ organisation.name }}', known('client.created'), 'organization'],
    [
      '{% for service in data.object.services %}{{ servce.name }}{% endfor %}',
      known('appointment.created'),
      'service',
    ],
  ])('also of a variable: %s', (body, events, nearest) => {
    expect(faults(body, events)).toEqual([
      expect.stringMatching(
        new RegExp(
          `there is no variable .*; the nearest name is \`${nearest}\`, and the variables are id, type`,
        ),
      ),
    ])
  })

  test('what is no map and no list has no parts, a list has elements', () => {
    expect(faults('{{ data.object.price.amount }}')).toEqual([
      'template_forbidden Line 1, column 21: there is no `data.object.price.amount`; `data.object.price` has no parts',
    ])
    expect(faults('{{ data.object.deposit.amount }}')).toEqual([
      expect.stringContaining('`data.object.deposit` has no parts'),
    ])
    expect(faults('{{ data.object.services.name }}')).toEqual([
      expect.stringContaining(
        'there is no `data.object.services.name`; `data.object.services` is a list: take one element, `data.object.services[0]`, or loop over it',
      ),
    ])
    expect(faults('{{ data.object[0] }}')).toHaveLength(1)
    expect(faults('{{ organization.name.first }}')).toHaveLength(1)
    expect(faults('{{ context.source.x }}')).toHaveLength(1)
  })

  test('several are told, in their order, and at most 20', () => {
    expect(faults('{{ data.object.idd }}\n{{ nme }} {{ data.object.statuss }}')).toEqual([
      expect.stringContaining('Line 1, column 15: there is no `data.object.idd`'),
      expect.stringContaining('Line 2, column 4: there is no variable `nme`'),
      expect.stringContaining('Line 2, column 25: there is no `data.object.statuss`'),
    ])
    expect(faults('{{ data.object.statuss }}'.repeat(600))).toHaveLength(20)
  })

  test('an endless key is not compared with every name', () => {
    expect(faults(`{{ data.object["${'x'.repeat(15_000)}"] }}`)).toEqual([
      expect.stringMatching(/there is no `data\.object\.x{100,}…`; `data\.object` has no parts$/),
    ])
  })
})

describe('a name that some subscribed type has is fine', () => {
  test.each([
    '{{ data.object.metadata.crm_id }}',
    '{{ data.object.metadata.crm_id.anything[0] }}',
    '{{ data.object.metadata["Any key"] }}',
    '{% for key, value in data.object.metadata %}{{ value.x }}{% endfor %}',
    '{{ data.object.meeting_url }}',
    '{{ data.object.cancellation_reason }}',
    '{{ data.object[id] }}{{ data.object["na" ~ "me"] }}',
    '{{ data.object.services[0].name }}{{ data.object.service_ids[1] }}',
    '{% for f, c in data.changes %}{{ f }}{{ c.from }}{{ c.to }}{% endfor %}',
    '{% for f in data.changes %}{{ f }}{% endfor %}',
    '{% for f, v in data.object %}{{ f }}{% endfor %}',
    '{% for id in [1] %}{{ id }}{% endfor %}',
    '{{ (data.object.metadata or data.object.client).anything }}',
    '{{ (id ~ "x").anything }}{{ ("a" | upper).b }}',
    '{{ data.object.services | join(", ", "name") }}{{ data.object.services | join(", ", id) }}',
  ])('%s', (body) => {
    expect(faults(body)).toEqual([])
  })

  test('whichever of several types it is', () => {
    const body = '{{ data.object.email }}{{ data.object.start }}{{ data.changes.first_name.to }}'
    expect(faults(body, known('appointment.created', 'client.updated'))).toEqual([])
    expect(faults(body, known('appointment.created'))).toHaveLength(2)
    expect(faults(body, known('client.updated'))).toHaveLength(1)
    expect(faults('{{ data.object.deleted }}', known('appointment.deleted'))).toEqual([])
    expect(faults('{{ data.object.deleted }}', known('appointment.created'))).toHaveLength(1)
  })

  test('of a record that another type has as a plain value or in part', () => {
    const both = known('queue.entry.called', 'service.created')
    expect(faults('{{ data.object.specialty.name }}{{ data.object.service.name }}', both)).toEqual(
      [],
    )
    expect(faults('{{ data.object.specialty.nam }}', both)).toHaveLength(1)
  })

  test('changes of metadata are free, and types without changes have none', () => {
    const updated = known('appointment.updated')
    expect(faults('{{ data.changes.metadata.from.crm_id }}', updated)).toEqual([])
    expect(faults('{{ data.changes.metadata.frm.crm_id }}', updated)).toHaveLength(1)
    expect(faults('{{ data.changes.notes.to }}', known('appointment.created'))).toEqual([
      expect.stringContaining('there is no `data.changes.notes`; `data.changes` has no parts'),
    ])
  })

  test('every field of every sample is known', () => {
    for (const type of EVENT_TYPE_NAMES) {
      const { object, changes } = sampleEvent(type, {
        organizationId: 1,
        timezone: 'UTC',
        now: 0,
      }).data
      const events = [{ type, changes: changes === null ? null : Object.keys(changes) }]
      const names = [
        ...Object.keys(object).map((field) => `data.object.${field}`),
        ...Object.keys(changes ?? {}).map((field) => `data.changes.${field}.from`),
      ]
      const body = names.map((name) => `{{ ${name} | json }}`).join('')
      expect([type, faults(body, events)]).toEqual([type, []])
    }
  })
})

test('when an event is sent, a part that is missing is null', () => {
  const body = `[{{ data.object.emial }}{{ data.changes.strat.from }}{{ context.actor.nome.x }}{{ organization.name.x }}
    {%- for field in data.object %}{{ field.x }}{% endfor %}]`
  expect(
    renderTemplate(plain(body), { ...surroundings('appointment.created'), secrets: {} }),
  ).toMatchObject({ ok: true, rendered: { body: '[]' } })
})

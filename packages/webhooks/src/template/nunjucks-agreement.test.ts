import { sampleEvent } from '@scheduling/events'
import nunjucks from 'nunjucks'
import { describe, expect, test } from 'vitest'

import { renderTemplate } from './render-template.ts'
import { threadStopwatch } from './stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'

/** Where the language is that of nunjucks, the real nunjucks says what a template means. */
describe('agrees with nunjucks', () => {
  const event = sampleEvent('appointment.rescheduled', {
    organizationId: 1,
    timezone: TIMEZONE,
    now: NOW,
  })
  const engine = new nunjucks.Environment(null, { autoescape: false })

  test.each([
    'plain { text } % with # signs',
    '{{ id }}-{{ type }}',
    '{{ data.object.client.name }}',
    '{{ data.object["client"]["na" ~ "me"] }}',
    '{{ data.object.services[1].name }}',
    '{{ data.object.nothing.at.all }}.',
    '{{ data.object.client.name | upper }}{{ data.object.client.name | lower }}',
    '{{ data.object.price | replace(".", ",") }}',
    '{{ data.object.services | join(", ", "name") }}',
    '{{ data.object.service_ids | join("/") }}',
    '{{ (data.object.services | first).id }} {{ (data.object.services | last).id }}',
    '{{ data.object.services | length }}{{ id | length }}',
    '{{ data.object.nothing | default("x") }}',
    '{{ "" | default("x") }}{{ "" | default("x", true) }}',
    '{% if data.object.price %}a{% else %}b{% endif %}',
    '{% if data.object.deposit %}a{% elif data.object.notes %}b{% else %}c{% endif %}',
    '{% if not data.object.deposit and id or false %}a{% endif %}',
    '{% if data.object.duration_minutes > 60 and data.object.duration_minutes <= 90 %}a{% endif %}',
    '{% if data.object.status == "PENDING" %}a{% endif %}{% if data.object.status != "PENDING" %}b{% endif %}',
    '{% for s in data.object.services %}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ s.name }}{% endfor %}',
    '{% for k, v in data.object.metadata %}{{ k }}={{ v }};{% endfor %}',
    '{% for s in [] %}a{% else %}none{% endfor %}',
    '{% for a in [1, 2] %}{% for b in [3, 4] %}{{ a }}{{ b }}{% endfor %}{{ loop.index }}{% endfor %}',
    '  {%- if id -%}  a  {%- endif -%}  ',
    'x \n {{- " y " -}} \n z {#- note -#} w',
    '{# {{ nothing }} #}a',
    '{{ "a\\n\\t\\"b\\\\" }}',
    "{{ 'it''s' }}".replace("''", "\\'"),
    '{{ data.object.price or "none" }}{{ data.object.deposit or "none" }}',
    '{{ "a" if data.object.deposit else "b" }}{{ "c" if id }}',
    '{{ 1 ~ 2 ~ "x" }} {{ [1, 2][1] }} {{ 1.50 }} {{ true }}',
    '{{ ("a" ~ "b") | upper ~ "c" }}',
  ])('%s', (body) => {
    const expected = engine.renderString(body, { ...event, organization: {} })
    const outcome = renderTemplate(
      { method: 'POST', content_type: 'text/plain', body, headers: {}, query: {} },
      {
        event,
        organization: { name: 'Clínica', timezone: TIMEZONE },
        secrets: {},
        now: NOW,
        elapsedMs: threadStopwatch,
      },
    )
    expect(outcome).toMatchObject({ ok: true, rendered: { body: expected } })
  })
})

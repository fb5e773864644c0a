import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { postWebhook, resolveNames, SLACK } from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  resolveNames(api)
  organization = await api.organization()
})

describe('POST /v1/webhooks', () => {
  it('422 template_invalid: every fault of reading the template at once', async () => {
    const reply = await postWebhook(api, organization, {
      format: 'custom',
      template: { body: '{{ id', headers: { 'X-A': '{% if %}' }, query: { a: '{{ id | jsn }}' } },
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect([...new Set(faults(reply).map((text) => text.split(':')[0]))]).toEqual([
      'template.body',
      'template.headers.X-A',
      'template.query.a',
    ])
  })

  it.each<[string, object, string]>([
    ['a tag that is not closed', { body: '{{ id ' }, 'template.body:template_syntax'],
    ['include', { body: '{% include "x" %}' }, 'template.body:template_forbidden'],
    ['macro', { body: '{% macro x() %}{% endmacro %}' }, 'template.body:template_forbidden'],
    [
      'JSON without the json filter',
      { body: '{"a": "{{ id }}"}' },
      'template.body:template_forbidden',
    ],
    [
      'a result that is no JSON',
      { body: '{"a": {{ id | json }}' },
      'template.body:template_result',
    ],
    [
      'a secret that is not there',
      { body: '{{ secret_ref("other") | json }}' },
      'template.body:template_forbidden',
    ],
    [
      'a header of ours',
      { body: '1', headers: { 'X-Service-Event': 'x' } },
      'template.headers.X-Service-Event:template_forbidden',
    ],
    ['a way out', { body: '{{ id.constructor | json }}' }, 'template.body:template_forbidden'],
    [
      'three loops in one another',
      {
        body: '[{% for a in [1] %}{% for b in [1] %}{% for c in [1] %}1{% endfor %}{% endfor %}{% endfor %}]',
      },
      'template.body:template_forbidden',
    ],
    [
      'a secret in a comparison',
      { body: '{% if secret_ref("crm") == "x" %}1{% else %}0{% endif %}' },
      'template.body:template_forbidden',
    ],
    [
      'a secret that is measured',
      { body: '1', headers: { 'X-Length': '{{ secret_ref("crm") | length }}' } },
      'template.headers.X-Length:template_forbidden',
    ],
    [
      'a name that no event has',
      { body: '1', query: { to: '{{ data.object.emial }}' } },
      'template.query.to:template_forbidden',
    ],
  ])('422 template_invalid: %s', async (_what, template, fault) => {
    const reply = await postWebhook(api, organization, {
      format: 'custom',
      template,
      secrets: { crm: 'x' },
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect([...new Set(faults(reply))]).toEqual([fault])
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(0)
  })

  it.each<[string, object, string, string]>([
    [
      'a filter that there is not',
      { body: '{\n  "name": {{ data.object.client.name | jsn }}\n}' },
      'template_forbidden',
      'Line 2, column 40: there is no filter `jsn`; the filters are json, date, default, upper, lower, truncate, replace, join, first, last, length',
    ],
    [
      'a comma too many in a loop',
      {
        body: '{"services": [\n{% for s in data.object.services %}{{ s.name | json }},{% endfor %}\n]}',
      },
      'template_result',
      'Line 3, column 1: the result is not valid JSON: no comma can stand before `]`; inside a loop write `{% if not loop.last %},{% endif %}`',
    ],
    [
      'a part that the events do not have',
      { body: '{"name": {{ data.object.client.nmae | json }}}' },
      'template_forbidden',
      'Line 1, column 31: there is no `data.object.client.nmae`; the nearest name is `data.object.client.name`',
    ],
    [
      'a secret where it is not printed',
      { body: '{{ ("a" if secret_ref("crm") else "b") | json }}' },
      'template_forbidden',
      'Line 1, column 22: a secret cannot be used in the condition of an inline `if`; it can only be printed: alone, with `json` or `default`, joined by `~`, or as a result of an inline `if`',
    ],
    [
      'a body of JSON that is an object',
      { body: { id: '{{ id }}' } },
      'template_syntax',
      'The body must be one text, for JSON too: "{\\"id\\": {{ id | json }}}". Only a form has an object.',
    ],
  ])(
    '422 template_invalid: %s is told with its place, in words',
    async (...[, template, code, message]) => {
      const secrets = { crm: 'x' }
      const reply = await postWebhook(api, organization, { format: 'custom', template, secrets })
      expect(reply.body).toMatchObject({
        status: 422,
        code: 'template_invalid',
        detail: `Not valid: \`template.body\`. ${message}${message.endsWith('.') ? '' : '.'}`,
        errors: [{ field: 'template.body', code, message }],
      })
    },
  )

  it('422 template_invalid: a title that does not compile', async () => {
    const reply = await postWebhook(api, organization, {
      url: SLACK,
      format: 'slack',
      message_template: '{{ id',
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect(faults(reply)).toEqual(['message_template:template_syntax'])
  })

  it('422 template_invalid: a title that names what no event has', async () => {
    const reply = await postWebhook(api, organization, {
      url: SLACK,
      format: 'slack',
      events: ['client.*'],
      message_template: '{{ data.object.emial }}',
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect(reply.body.errors).toEqual([
      {
        field: 'message_template',
        code: 'template_forbidden',
        message:
          'Line 1, column 15: there is no `data.object.emial`; the nearest name is `data.object.email`',
      },
    ])
  })

  it('422 template_invalid: names are those of the subscribed events, of a ping too', async () => {
    const other = await api.organization()
    const asked = (events: string[], name: string) =>
      postWebhook(api, other, {
        format: 'custom',
        events,
        template: { body: `{{ ${name} | json }}` },
      })
    const accepted: [string[], string][] = [
      [['client.created'], 'data.object.email'],
      [['appointment.created', 'client.*'], 'data.object.email'],
      [['*'], 'data.object.email'],
      [['appointment.rescheduled'], 'data.changes.start.from'],
      [['appointment.created'], 'data.object.metadata.anything.at.all'],
      [['appointment.created'], 'data.object.webhook_name'],
    ]
    for (const [events, name] of accepted) {
      expect([events, name, (await asked(events, name)).status]).toEqual([events, name, 201])
    }
    const refused: [string[], string][] = [
      [['appointment.created'], 'data.object.email'],
      [['appointment.created', 'client.*'], 'data.changes.start.from'],
      [['appointment.rescheduled'], 'data.changes.status.from'],
      [['*'], 'data.object.client.email'],
    ]
    for (const [events, name] of refused) {
      expect([events, name, (await asked(events, name)).status]).toEqual([events, name, 422])
    }
  })

  it('422 template_invalid: the template is tried with the first subscribed type of the catalogue', async () => {
    const other = await api.organization()
    const template = { body: '{"n": {{ data.object.position + 0 }}}' }
    const wrong = await postWebhook(api, other, { format: 'custom', template })
    expect(wrong.status).toBe(422)
    const body = '{% if data.object.object == "queue_entry" %}{"ok": true}{% endif %}'
    const asked = (events: string[]) =>
      postWebhook(api, other, { format: 'custom', template: { body }, events })
    expect((await asked(['queue.*'])).status).toBe(201)
    expect((await asked(['queue.*', 'appointment.created'])).status).toBe(422)
  })
})

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { useSharedApi, type TestOrganization } from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})

const { post } = askedRoutes(api, () => organization)
const preview = (body: object) => post('/webhooks/preview', body)

describe('POST /v1/webhooks/preview', () => {
  it('200: renders a template with a sample of any type, secrets covered, and sends nothing', async () => {
    const send = vi.spyOn(api.service.sender, 'send')
    const { body } = await preview({
      format: 'custom',
      event_type: 'client.created',
      template: {
        body: '{"type": {{ type | json }}, "of": {{ organization.name | json }}, "key": {{ secret_ref("crm") | json }}}',
        query: { id: '{{ id }}' },
      },
      secret_names: ['crm'],
    })
    expect(body).toMatchObject({
      kind: 'request',
      method: 'POST',
      content_type: 'application/json',
      query: { id: expect.stringMatching(/^evt_/) },
    })
    expect(JSON.parse(body.body)).toEqual({
      type: 'client.created',
      of: 'Clínica Aurora',
      key: '***',
    })
    expect(send).not.toHaveBeenCalled()
    send.mockRestore()
  })

  it('200: shows a chat message with reduced personal data, or full', async () => {
    const wish = { format: 'slack', message_template: 'Oi {{ data.object.client.name }}' }
    const { body } = await preview(wish)
    expect(body).toMatchObject({ kind: 'message', title: 'Oi Mariana Souza' })
    const full = { ...wish, show_full_personal_data: true }
    expect((await preview(full)).body.title).toBe('Oi Mariana Alves de Souza')
  })

  it('200: shows the whole event for generic', async () => {
    const { body } = await preview({ event_type: 'deposit.paid' })
    expect(JSON.parse(body.body)).toMatchObject({ type: 'deposit.paid', data: { object: {} } })
  })

  it('422 template_invalid: a name that none of the events of the webhook has', async () => {
    const wish = {
      format: 'custom',
      event_type: 'client.created',
      template: { content_type: 'text/plain', body: '{{ data.object.start }}' },
    }
    expect((await preview(wish)).status).toBe(200)
    const refused = await preview({ ...wish, events: ['client.*'] })
    expect(refused.problem).toMatchObject({
      code: 'template_invalid',
      errors: [{ field: 'template.body', message: expect.stringMatching(/^Line 1, column 15:/) }],
    })
    const both = { ...wish, events: ['client.*', 'appointment.created'] }
    expect((await preview(both)).status).toBe(200)
  })

  it('422 template_invalid, 400 for what is missing or too long', async () => {
    const bad = { format: 'custom', template: { body: '{{ id' } }
    expect((await preview(bad)).problem).toMatchObject({
      code: 'template_invalid',
      errors: [{ field: 'template.body', code: 'template_syntax' }],
    })
    const title = { format: 'slack', message_template: '{% if %}' }
    expect((await preview(title)).problem.code).toBe('template_invalid')
    const misspelt = { format: 'slack', message_template: '{{ data.object.clint.name }}' }
    expect((await preview(misspelt)).problem.errors).toMatchObject([
      { field: 'message_template', code: 'template_forbidden' },
    ])
    // It is tried with one type of event, and may be written for others too.
    const other = { format: 'slack', message_template: '{{ data.changes.first_name.to }}x' }
    expect((await preview(other)).body).toMatchObject({ title: 'x' })
    const missing = await preview({ format: 'custom' })
    expect(missing.problem.errors).toMatchObject([{ field: 'template', code: 'required' }])
    const long = { format: 'custom', template: { body: `"${'x'.repeat(17_000)}"` } }
    expect((await preview(long)).problem.errors).toMatchObject([{ code: 'too_long' }])
    const several = await preview({
      format: 'custom',
      event_type: 'client.exploded',
      message_template: 'x'.repeat(2001),
      show_full_personal_data: 'yes',
    })
    expect(several.problem.errors.map(({ field, code }: any) => `${field}:${code}`)).toEqual([
      'event_type:invalid_value',
      'message_template:too_long',
      'show_full_personal_data:invalid_type',
      'template:required',
    ])
  })
})

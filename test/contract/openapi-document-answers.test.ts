/** The answers that the document declares, and the events that webhooks receive. */
import { routeTable } from '@scheduling/api'
import { appRouter, PROBLEMS } from '@scheduling/core'
import { EVENT_TYPES } from '@scheduling/events'
import { beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../support/api.ts'
import { at, openClinic } from '../support/booking.ts'
import { checkReply } from '../support/openapi-check.ts'
import {
  operationOf,
  parametersOf,
  readJson,
  resolved,
  type Json,
} from '../support/openapi-json.ts'

const routes = routeTable(appRouter).routes

const api = useSharedApi()
let document: Json

beforeAll(async () => {
  document = await readJson(api.url)
})

describe('the answers', () => {
  it('are every success and every problem of the endpoint, and no others', () => {
    for (const route of routes) {
      const { endpoint } = route
      const operation = operationOf(document, route)
      const statuses = [
        ...Object.values(endpoint.success),
        ...endpoint.allProblems.map((code) => PROBLEMS[code].status),
      ]
      expect(Object.keys(operation.responses).sort(), route.procedure).toEqual(
        [...new Set(statuses)].map(String).sort(),
      )
      const codes = Object.values<Json>(operation.responses).flatMap((response) => {
        const content = resolved(document, response).content?.['application/problem+json']
        if (content === undefined) return []
        const listed = content.schema.allOf[1].properties.code.enum
        expect(Object.keys(content.examples)).toEqual(listed)
        return listed
      })
      expect(codes.sort(), route.procedure).toEqual([...endpoint.allProblems].sort())
    }
  })

  it('carry an example of each code, as the service would send it', () => {
    for (const [code, { value }] of Object.entries<Json>(document.components.examples)) {
      expect(value).toMatchObject({
        code,
        status: Reflect.get(PROBLEMS, code).status,
        type: `${api.service.publicBaseUrl}/docs/errors/${code}`,
      })
    }
  })

  it('have every output field required, through to the innermost record', () => {
    const checked = new Set<string>()
    for (const route of routes) {
      for (const status of new Set(Object.values(route.endpoint.success))) {
        const response = resolved(document, operationOf(document, route).responses[status])
        if (status === 204) expect(response.content).toBeUndefined()
        else
          everyFieldRequired(response.content['application/json'].schema, route.procedure, checked)
      }
    }
    for (const type of Object.keys(EVENT_TYPES)) {
      const event = resolved(
        document,
        document.webhooks[type].post.requestBody.content['application/json'].schema,
      )
      const data = resolved(document, event.properties.data)
      expect(data.required.sort()).toEqual(['batch_id', 'changes', 'object'])
      everyFieldRequired(data.properties.object, type, checked)
      everyFieldRequired(event.properties.context, type, checked)
      expect(event.required.sort()).toEqual(Object.keys(event.properties).sort())
    }
    expect(checked.size).toBeGreaterThan(5)
  })

  it('never say that an output has no further fields, nor show what Zod adds of its own', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('"additionalProperties":false')
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
    expect(text).not.toMatch(/"format":"date-time","pattern"/)
    expect(text).not.toMatch(/"pattern":"[^"]{200,}"/)
    expect(text).not.toContain('__schema')
  })
})

function everyFieldRequired(schema: Json, where: string, checked: Set<string>): void {
  if (typeof schema?.$ref === 'string') {
    if (checked.has(schema.$ref)) return
    checked.add(schema.$ref)
    // `changes` has only what changed.
    if (schema.$ref.endsWith('EventData')) {
      everyFieldRequired(resolved(document, schema).properties.object, schema.$ref, checked)
      return
    }
    everyFieldRequired(resolved(document, schema), schema.$ref, checked)
    return
  }
  if (typeof schema !== 'object' || schema === null) return
  if (schema.properties !== undefined) {
    expect([...(schema.required ?? [])].sort(), where).toEqual(
      Object.keys(schema.properties).sort(),
    )
  }
  const inner = [
    ...Object.entries(schema.properties ?? {}),
    ...['items', 'additionalProperties'].map((key) => [key, schema[key]] as const),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => Object.entries(schema[key] ?? [])),
  ]
  for (const [key, part] of inner) everyFieldRequired(part, `${where}.${key}`, checked)
}

describe('the webhooks', () => {
  it('are one per event type, ping included, with the delivery envelope', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(EVENT_TYPES))
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const envelope = resolved(document, post.requestBody.content['application/json'].schema)
      expect(Object.keys(envelope.properties)).toEqual(
        expect.arrayContaining([
          'id',
          'type',
          'api_version',
          'created_at',
          'organization_id',
          'livemode',
          'data',
          'context',
        ]),
      )
      expect(envelope.properties.type.const).toBe(type)
      const headers = parametersOf(document, post).map(({ name }) => name)
      expect(headers).toContain('X-Service-Signature')
      expect(headers).toContain('webhook-signature')
    }
  })

  it('name the fields that may change, by the event catalogue', () => {
    for (const [type, kind] of Object.entries(EVENT_TYPES)) {
      const { schema } = document.webhooks[type].post.requestBody.content['application/json']
      const { changes } = resolved(document, resolved(document, schema).properties.data).properties
      expect(Object.keys(changes.properties ?? {}), type).toEqual([...(kind.changes ?? [])])
    }
  })
})

describe('the events that calls leave behind', () => {
  it('are of the shapes that the webhooks name', async () => {
    const { book, call } = await openClinic(api)
    const client = { first_name: 'Ana', phone: '+5511912345678', metadata: { crm: '7' } }
    const created = await call('POST', '/v1/clients', { body: client })
    const changed = { last_name: 'Souza', metadata: { crm: null } }
    await call('PATCH', `/v1/clients/${created.body.id}`, { body: changed })
    const act = async (start: string, ...steps: [string, object?][]) => {
      const { id } = (await book({ client_id: created.body.id, start: at(start) })).body
      for (const [step, body] of steps) {
        const path = `/v1/appointments/${id}${step === '' ? '' : `/${step}`}`
        const reply = await call(step === '' ? 'PATCH' : 'POST', path, body && { body })
        expect(reply.status, step).toBe(200)
      }
    }
    await act('09:00', ['', { notes: 'Window seat' }], ['reschedule', { start: at('10:00') }])
    await act('11:00', ['confirm'], ['complete'])
    await act('13:00', ['cancel', { reason: 'Flu' }])
    await act('14:00', ['no-show'])

    // `call` holds every record of the answer against the webhook of its type.
    const events = await call('GET', '/v1/events')
    const types = new Set(events.body.data.map(({ type }: Json) => type))
    for (const type of [
      'client.created',
      'client.updated',
      'client.first_appointment',
      'appointment.created',
      'appointment.updated',
      'appointment.rescheduled',
      'appointment.confirmed',
      'appointment.completed',
      'appointment.cancelled',
      'appointment.no_show',
    ]) {
      expect(types, type).toContain(type)
    }
    const [event] = events.body.data
    const withMore = structuredClone(event)
    withMore.data.object.internal_note = 'x'
    const headers = new Headers(events.headers)
    expect(() =>
      checkReply(document, 'GET', `/v1/events/${event.id}`, {
        status: 200,
        headers,
        body: withMore,
      }),
    ).toThrow(/event client.created.*additional/)
  })
})

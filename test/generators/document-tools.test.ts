/** What the tools of callers make of the document, and what they stumble over. */
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { EVENT_TYPES } from '@scheduling/events'
import createClient from 'openapi-fetch'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '@scheduling/test/support/api.ts'
import {
  operationOf,
  readJson,
  resolved,
  type Json,
} from '@scheduling/test/support/openapi-json.ts'

const run = promisify(execFile)
const routes = routeTable(appRouter).routes

const api = useSharedApi()
let document: Json
let folder: string
let file: string

beforeAll(async () => {
  document = await readJson(api.url)
  folder = await mkdtemp(path.join(tmpdir(), 'openapi-'))
  file = path.join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('the tools that callers use', () => {
  it('Redocly finds nothing to say by its recommended rules', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js'),
        'lint',
        '--extends=recommended',
        '--format=json',
        file,
      ],
      {
        cwd: folder,
        maxBuffer: 1 << 26,
        env: {
          ...process.env,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
    ).catch((error: { stdout: string }) => error)
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  })

  it('openapi-fetch talks to the service by it', async () => {
    const { key } = await api.organization()
    const client = createClient<Json>({
      baseUrl: api.url,
      headers: { Authorization: `Bearer ${key}` },
    })
    const made = await client.POST('/v1/clients', {
      params: { header: { 'Idempotency-Key': 'one' } },
      body: { first_name: 'Ana', phone: '+5511987654321', metadata: { crm: '7' } },
    })
    expect(made.response.status).toBe(201)
    const query = { metadata: { crm: '7' }, limit: 1 }
    const found = await client.GET('/v1/clients', { params: { query } })
    expect(found.data.data).toEqual([made.data])
    const expanded = { limit: 2, expand: ['professionals'] }
    const services = await client.GET('/v1/services', { params: { query: expanded } })
    expect(services.response.status).toBe(200)
    const wrong = await client.GET('/v1/clients/{client_id}', {
      params: { path: { client_id: 0 } },
    })
    expect(wrong.error).toMatchObject({ code: 'validation_error', status: 400 })
  })
})

describe('what generators stumble over', () => {
  const everySchema = () => {
    const found: { where: string; schema: Json }[] = []
    const walk = (value: Json, where: string) => {
      if (typeof value !== 'object' || value === null) return
      if (!Array.isArray(value)) found.push({ where, schema: value })
      for (const [key, inner] of Object.entries(value)) {
        if (key !== 'example' && key !== 'examples') walk(inner, `${where}/${key}`)
      }
    }
    walk(document.components.schemas, 'schemas')
    walk(document.paths, 'paths')
    return found
  }

  it('is not there: an optional body is a reference, with `required: false`', () => {
    const optional = routes.filter(({ endpoint }) => endpoint.rest.body === 'optional')
    const bodies = optional.map((route) => operationOf(document, route).requestBody).filter(Boolean)
    expect(bodies.length).toBeGreaterThan(2)
    for (const { required, content } of bodies) {
      expect(required).toBe(false)
      expect(Object.keys(content['application/json'].schema)).toEqual(['$ref'])
    }
  })

  it('is not there: a default is told in words where it would make the field required of the sender', () => {
    for (const { where, schema } of everySchema()) {
      if (where.startsWith('paths') && where.includes('/parameters/')) continue
      if (where.endsWith('/properties')) continue
      expect(schema, where).not.toHaveProperty('default')
    }
    expect(document.components.schemas.CreateClientBody.properties.on_match.description).toMatch(
      /Default: `return`\.$/,
    )
  })

  it('is not there: a field that is refused, or one of which nothing is said', () => {
    const bodies = document.components.schemas
    expect(Object.keys(bodies.UpdateAppointmentBody.properties)).toEqual(['notes', 'metadata'])
    for (const name of ['format', 'api_version', 'secret']) {
      expect(bodies.UpdateWebhookBody.properties).not.toHaveProperty(name)
    }
    for (const { where, schema } of everySchema()) {
      if (!where.endsWith('/properties') || where.includes('/Change/')) continue
      for (const [name, field] of Object.entries<Json>(schema)) {
        const said = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum']
        expect(
          said.some((key) => field[key] !== undefined),
          `${where}/${name}`,
        ).toBe(true)
      }
    }
  })

  it('is not there: dates say that they are dates, and lists that refuse repeats say so', () => {
    const named = (field: RegExp) =>
      everySchema().flatMap(({ where, schema }) =>
        // With `all_day`, start and end are days or instants.
        where.endsWith('/properties') && !('all_day' in schema && where.includes('Body/'))
          ? Object.entries<Json>(schema).filter(([name]) => field.test(name))
          : [],
      )
    const dates = named(/^(?:birth_date|date)$/)
    expect(dates.length).toBeGreaterThan(5)
    // In `changes` they are a pair.
    const isPair = ({ $ref: to }: Json) => to === '#/components/schemas/Change'
    for (const [name, schema] of dates)
      if (!isPair(schema)) expect(schema.format, name).toBe('date')
    // `looked_at` counts what was looked at.
    for (const [name, schema] of named(/^(?!looked_at$).*_(?:at|since)$|^(?:start|end)$/)) {
      if (!isPair(schema)) expect(schema.format, name).toBe('date-time')
    }
    expect(document.components.schemas.CreateAppointmentBody.properties.service_ids).toMatchObject({
      uniqueItems: true,
    })
    const slots = document.paths['/v1/availability/slots'].get.parameters
    for (const name of ['date', 'from', 'to']) {
      expect(slots.find((one: Json) => one.name === name).schema.format).toBe('date')
    }
    expect(slots.find((one: Json) => one.name === 'service_ids').schema.uniqueItems).toBe(true)
  })

  it('is not there: events of the feed and of deliveries are unions told apart by `type`', () => {
    const types = Object.keys(EVENT_TYPES)
    for (const [name, members] of [
      ['Event', types.filter((type) => type !== 'ping')],
      ['WebhookEvent', types],
    ] as const) {
      const { oneOf, discriminator } = document.components.schemas[name]
      expect(oneOf.map((member: Json) => resolved(document, member).properties.type.const)).toEqual(
        members,
      )
      expect(discriminator.propertyName).toBe('type')
      expect(Object.keys(discriminator.mapping)).toEqual(members)
    }
    const listed = document.components.schemas.EventList.properties.data.items
    expect(listed).toEqual({ $ref: '#/components/schemas/Event' })
    const { content } = document.paths['/v1/events/{event_id}'].get.responses[200]
    expect(content['application/json'].schema).toEqual(listed)
  })
})

/**
 * The hunt, by schema: into each text, list and map of every input over REST and tRPC goes the worst of its
 * permitted size and of far more, and no request takes the process more than 50 ms of CPU. Routes and
 * procedures are walked by their tables, so what is new is hunted without a line here. `npm test` tries some inputs of
 * each, others every day.
 */
import { routeTable, type Route } from '@scheduling/api'
import { appRouter, proceduresOf, type Procedure } from '@scheduling/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CPU_MS, openHunter, type Hunter, type Sent } from '../support/hunter.ts'
import { sample } from '../support/sample.ts'
import { Input, worstOf, type Place, type Worst } from '../support/worst-inputs.ts'

/** What rendering a template may take beside. */
const RENDERING_MS = 100
const BODY_BYTES = 250_000
const HEAD_BYTES = 15_000
/** Inputs of a route or procedure that a sample tries, and procedures that it calls in batches. */
const SAMPLED = 2
const SAMPLED_BATCHES = 4

let hunter: Hunter

beforeAll(async () => {
  hunter = await openHunter()
})
afterEach(async () => {
  expect(await hunter.takeFaults()).toEqual([])
})
afterAll(() => hunter.close())

function mostOf(places: readonly Place[]): number {
  const isRendered = places.some(({ path }) => /template/.test(path[0] ?? ''))
  return isRendered ? CPU_MS + RENDERING_MS : CPU_MS
}

/** The worst inputs of a route or procedure, made as they are needed. */
function* chosen(
  name: string,
  input: Input,
  room: number,
  suits: (worst: Worst) => boolean = () => true,
) {
  const all = [...worstOf(input, room)].filter(suits)
  for (const { what, make, places } of sample(name, all, SAMPLED)) {
    const worst = make()
    if (worst !== null) yield { what, worst, places }
  }
}

describe('REST', () => {
  const routes = routeTable(appRouter).routes

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (name, route) => {
      const input = new Input(route.endpoint.input, hunter.values)
      let count = 0
      for (const { what, worst, places } of chosen(name, input, BODY_BYTES)) {
        const request = restRequest(route, worst)
        await hunter.hunt(`${name}: ${what}`, request, mostOf(places))
        count += 1
        // Without a key nothing of it is looked at, whatever it is: some show it.
        if (count % 25 === 1)
          await hunter.hunt(`${name}: ${what}, no key`, { ...request, headers: {} })
      }
    },
    120_000,
  )
})

/** A request of a route: what does not fit into a head is cut off. */
function restRequest(
  { method, path, pathNames, queryNames, bodyNames }: Route,
  input: object,
): Sent {
  const of = (name: string): unknown => Reflect.get(input, name)
  const room = Math.floor(HEAD_BYTES / (pathNames.length + queryNames.size + 1))
  const pathname = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(of(name), room))
  const query = [...queryNames].flatMap((name) => parameters(name, of(name), room)).join('&')
  const names = Object.keys(input).filter((name) => bodyNames.has(name))
  const body = Object.fromEntries(names.map((name) => [name, of(name)]))
  return {
    method,
    path: query === '' ? pathname : `${pathname}?${query}`,
    headers: hunter.keyed,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  }
}

function encoded(value: unknown, room: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const whole = encodeURIComponent(text.slice(0, room).toWellFormed()).slice(0, room)
  return whole === '' ? 'x' : whole
}

function parameters(name: string, value: unknown, room: number): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) {
    const elements = value.map((one) => encoded(one, 200)).join(',')
    return [`${name}=${elements.slice(0, room)}`]
  }
  if (typeof value !== 'object' || value === null) return [`${name}=${encoded(value, room)}`]
  let left = room
  return Object.entries(value).flatMap(([key, inner]) => {
    const one = `${name}[${encoded(key, 300)}]=${encoded(inner, 300)}`
    left -= one.length
    return left < 0 ? [] : [one]
  })
}

/** They hash a password that the caller sends. */
const HASHING: ReadonlySet<string> = new Set(['account.signIn', 'account.changePassword'])

function takesNothing(input: z.ZodType): boolean {
  return input instanceof z.ZodObject && Object.keys(input.shape).length === 0
}

describe('tRPC', () => {
  const procedures = proceduresOf(appRouter)

  it.each(procedures.map((procedure) => [procedure.name, procedure] as const))(
    '%s',
    async (name, procedure) => {
      if (procedure.input === null || takesNothing(procedure.input)) return
      const input = new Input(procedure.input, hunter.values)
      const isQuery = procedure.kind === 'query'
      let count = 0
      // The hash of a password is slow on purpose; nothing is hashed that is longer than it may be.
      const suits = ({ what }: Worst) => !HASHING.has(name) || /far more|twice/.test(what)
      const room = isQuery ? 5000 : BODY_BYTES
      for (const { what, worst, places } of chosen(name, input, room, suits)) {
        const request = trpcRequest(procedure, worst, hunter.signedIn)
        if (request.path.length > HEAD_BYTES) continue
        await hunter.hunt(`${name}: ${what}`, request, mostOf(places))
        count += 1
        if (count % 25 === 1) {
          await hunter.hunt(`${name}: ${what}, no session`, trpcRequest(procedure, worst, {}))
        }
      }
    },
    120_000,
  )

  /** Calls of a batch count singly, and each has its 50 ms. */
  it('a batch of the worst', async () => {
    const CALLS = 20
    const changes = procedures.filter(({ kind, isOpen }) => kind === 'mutation' && !isOpen)
    for (const procedure of sample('batches', changes, SAMPLED_BATCHES)) {
      if (procedure.input === null) continue
      const input = new Input(procedure.input, hunter.values)
      const names = Array.from({ length: CALLS }, () => procedure.name).join()
      const path = `/trpc/${names}?batch=1`
      const room = BODY_BYTES / CALLS - 500
      const suits = ({ what }: Worst) => /far more|of 4000|wide/.test(what)
      for (const { what, worst, places } of chosen(names, input, room, suits)) {
        const calls = Object.fromEntries(Array.from({ length: CALLS }, (_, at) => [at, worst]))
        const body = JSON.stringify(calls)
        if (body.length > BODY_BYTES) continue
        const title = `${CALLS} × ${procedure.name}: ${what}`
        const sent = { method: 'POST', path, body }
        await hunter.hunt(title, { ...sent, headers: hunter.signedIn }, CALLS * mostOf(places))
        if (/letters/.test(what)) await hunter.hunt(`${title}, no session`, sent)
      }
    }
  }, 300_000)
})

function trpcRequest(
  { name, kind }: Procedure,
  input: object,
  headers: Sent['headers'] = {},
): Sent {
  const text = JSON.stringify(input)
  if (kind === 'mutation') return { method: 'POST', path: `/trpc/${name}`, headers, body: text }
  const query = encodeURIComponent(text.toWellFormed())
  return { method: 'GET', path: `/trpc/${name}?input=${query}`, headers }
}

/** Every REST route of the router: what the server matches and the documents list. */
import { proceduresOf, type Method, type RestEndpoint } from '@scheduling/core'
import type { AnyTRPCRouter } from '@trpc/server'
import { bodyKeys, compileInput, pathKeys, queryKeys, type InputReader } from './input-reader.ts'
import { compileReply, type WriteReply } from './reply-writer.ts'

export type Route = {
  /** Name of the procedure, as in `clients.create`. */
  readonly procedure: string
  readonly method: Method
  /** Template from the root, as in `/v1/clients/{client_id}`. */
  readonly path: string
  /** What logs and metrics call it: `GET /v1/clients/{client_id}`. */
  readonly name: string
  readonly pathNames: readonly string[]
  /** Keys of the input that are in the query. */
  readonly queryNames: ReadonlySet<string>
  /** Keys of the input that are in the body. */
  readonly bodyNames: ReadonlySet<string>
  readonly endpoint: RestEndpoint
  readonly readInput: InputReader
  readonly writeReply: WriteReply
}

export type Match = { readonly route: Route; readonly pathValues: readonly string[] }

/** `match`: found. `allow`: the path exists with these methods only. null: no such path. */
export type Lookup = { readonly match: Match } | { readonly allow: readonly Method[] } | null

type Node = {
  readonly literal: Map<string, Node>
  parameter: Node | null
  readonly routes: Map<Method, Route>
}

export type RouteTable = {
  readonly routes: readonly Route[]
  /** @param path percent-encoded path, no query */
  find(method: string, path: string): Lookup
}

const tables = new WeakMap<AnyTRPCRouter, RouteTable>()

/** The same table for the same router, however often it is asked for. */
export function routeTable(router: AnyTRPCRouter): RouteTable {
  const known = tables.get(router)
  if (known !== undefined) return known
  const made = tableOf(router)
  tables.set(router, made)
  return made
}

function tableOf(router: AnyTRPCRouter): RouteTable {
  const routes = restRoutes(router)
  const root = emptyNode()
  for (const route of routes) insert(root, route)
  return { routes, find: (method, path) => find(root, method, path) }
}

function restRoutes(router: AnyTRPCRouter): Route[] {
  return proceduresOf(router).flatMap(({ name, endpoint }) => {
    const rest = endpoint?.rest ?? null
    return endpoint === null || rest === null ? [] : [routeOf(name, { ...endpoint, rest })]
  })
}

function routeOf(procedure: string, endpoint: RestEndpoint): Route {
  const { method, path } = endpoint.rest
  return {
    procedure,
    method,
    path: `/v1${path}`,
    name: `${method} /v1${path}`,
    pathNames: pathKeys(endpoint),
    queryNames: new Set(queryKeys(endpoint)),
    bodyNames: bodyKeys(endpoint),
    endpoint,
    readInput: onFirstCall(() => compileInput(endpoint)),
    writeReply: onFirstCall(() => compileReply(endpoint.output)),
  }
}

/** Compiles when it is first called. Most processes never answer most routes, and none needs them all to start. */
function onFirstCall<Given, Made>(compile: () => (given: Given) => Made): (given: Given) => Made {
  let compiled: ((given: Given) => Made) | null = null
  return (given) => (compiled ??= compile())(given)
}

function emptyNode(): Node {
  return { literal: new Map(), parameter: null, routes: new Map() }
}

function insert(root: Node, route: Route): void {
  let node = root
  for (const segment of route.path.slice(1).split('/')) {
    if (segment.startsWith('{')) {
      node.parameter ??= emptyNode()
      node = node.parameter
    } else {
      const next = node.literal.get(segment) ?? emptyNode()
      node.literal.set(segment, next)
      node = next
    }
  }
  if (node.routes.has(route.method))
    throw new Error(`Two procedures answer ${route.method} ${route.path}.`)
  node.routes.set(route.method, route)
}

/** More than any route has: a path with more segments is not found, like a path with this many. */
const MOST_SEGMENTS = 16

function find(root: Node, method: string, path: string): Lookup {
  const pathValues: string[] = []
  let node = root
  for (const segment of path.slice(1).split('/', MOST_SEGMENTS)) {
    const literal = node.literal.get(segment)
    if (literal !== undefined) {
      node = literal
      continue
    }
    const value = decoded(segment)
    if (node.parameter === null || value === null || value === '') return null
    pathValues.push(value)
    node = node.parameter
  }
  if (node.routes.size === 0) return null
  const route = node.routes.get((method === 'HEAD' ? 'GET' : method) as Method)
  return route === undefined ? { allow: [...node.routes.keys()] } : { match: { route, pathValues } }
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

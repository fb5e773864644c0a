/** From where `/mcp` may be called: a page of a stranger must not reach it through a browser on the same machine. */
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { Problem, type Service } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'

export type Callers = {
  /** Names of hosts, without ports. */
  readonly hosts: string[]
  readonly origins: string[]
}

/** @param dashboardOrigins whose pages the operator lets call the service */
export function callersOf(
  { publicBaseUrl, ownHosts }: Pick<Service, 'publicBaseUrl' | 'ownHosts'>,
  dashboardOrigins: readonly string[],
): Callers {
  const local = localhostAllowedHostnames()
  const hosts = [...new Set([...local, new URL(publicBaseUrl).hostname, ...ownHosts])]
  const pages = dashboardOrigins.map((origin) => new URL(origin).hostname)
  return { hosts, origins: [...new Set([...hosts, ...pages])] }
}

/** @throws `403 forbidden_scope` for a foreign `Host`, and for a page of a foreign origin */
export function requireKnownCaller(
  { hosts, origins }: Callers,
  { headers }: IncomingMessage,
): void {
  if (!validateHostHeader(headers.host, hosts).ok) {
    const why = 'The header `Host` names another host than this service. Call its own address.'
    throw new Problem('forbidden_scope', why)
  }
  if (!validateOriginHeader(headers.origin, origins).ok) {
    const why = 'Pages of other origins cannot call this address. Call it from a program.'
    throw new Problem('forbidden_scope', why)
  }
}

import type { Agent, ClientRequest } from 'node:http'

/** The method of Node's agents through which every request comes; public, but not in the types. */
type RequestTaker = { addRequest: (request: ClientRequest, options: unknown) => void }

/**
 * The same agent, same pool, that shows each request to `watch` before it takes it. node-fetch
 * keeps its request to itself, and only the request tells whether its connection was a reused one.
 */
export function trackedAgent<A extends Agent>(
  agent: A,
  watch: (request: ClientRequest) => void,
): A {
  const taker = asRequestTaker(agent)
  return Object.create(agent, {
    addRequest: {
      value: (request: ClientRequest, options: unknown) => {
        watch(request)
        taker.addRequest(request, options)
      },
    },
  })
}

/** Safe: `http.request` itself throws on an agent without this method. */
function asRequestTaker(agent: Agent): RequestTaker {
  return agent as unknown as RequestTaker
}

/** Calls of routes by what they take, for tests that ask many times: an answer beside what a refusal says. */
import type { Reply, TestApi, TestOrganization } from './api.ts'

type Asked = Reply & {
  /** The body of a refusal. */
  readonly problem: any
}

export type AskedRoutes = {
  get(path: string, query?: Readonly<Record<string, unknown>>): Promise<Asked>
  post(path: string, body?: object): Promise<Asked>
  put(path: string, body: object): Promise<Asked>
  patch(path: string, body: object): Promise<Asked>
  delete(path: string): Promise<Asked>
}

/** @param organization whose key asks, as it is then */
export function askedRoutes(api: TestApi, organization: () => TestOrganization): AskedRoutes {
  const ask = async (method: string, path: string, body?: object): Promise<Asked> => {
    const sent = body === undefined ? {} : { body }
    const reply = await api.call(method, `/v1${path}`, { key: organization().key, ...sent })
    return { ...reply, problem: reply.body }
  }
  return {
    get(path, query = {}) {
      const text = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
      return ask('GET', text === '' ? path : `${path}?${text}`)
    },
    post: (path, body = {}) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    patch: (path, body) => ask('PATCH', path, body),
    delete: (path) => ask('DELETE', path),
  }
}

/** How many statements the API sends for a request. */
import { Client } from 'pg'
import { vi } from 'vitest'
import { API_CONNECTIONS } from './api.ts'

/** Statements of other connections of the process, such as the one that listens, are not counted. */
export async function countStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly count: number; readonly result: Result }> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    const result = await work()
    const clients: any[] = query.mock.contexts
    const own = clients.filter(
      ({ connectionParameters }) => connectionParameters.application_name === API_CONNECTIONS,
    )
    return { count: own.length, result }
  } finally {
    query.mockRestore()
  }
}

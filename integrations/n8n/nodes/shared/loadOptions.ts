import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow'
import { request } from './request'

type Named = { id: number; name: string }

/** A list to choose from ends here: a longer one is no help, and an id can be written as an expression. */
const MOST_PAGES = 10

async function listNamed(
  this: ILoadOptionsFunctions,
  path: string,
  qs: IDataObject = {},
): Promise<INodePropertyOptions[]> {
  const options: INodePropertyOptions[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, next_cursor: next } = (await request.call(this, 'GET', path, {
      qs: { ...qs, limit: 200, ...(cursor === undefined ? {} : { cursor }) },
    })) as { data: Named[]; next_cursor: string | null }
    options.push(...data.map(({ id, name }) => ({ name, value: id })))
    if (next === null) break
    cursor = next
  }
  return options
}

/** Services that are booked for a time. */
export async function getServices(this: ILoadOptionsFunctions) {
  return await listNamed.call(this, '/v1/services', { booking_mode: 'SCHEDULED' })
}

/** Services whose clients wait in the queue. */
export async function getQueueServices(this: ILoadOptionsFunctions) {
  return await listNamed.call(this, '/v1/services', { booking_mode: 'QUEUE' })
}

export async function getProfessionals(this: ILoadOptionsFunctions) {
  return await listNamed.call(this, '/v1/professionals')
}

export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const { data } = (await request.call(this, 'GET', '/v1/event-types')) as {
    data: { type: string; description: string }[]
  }
  return data.map(({ type, description }) => ({ name: type, value: type, description }))
}

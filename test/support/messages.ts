/** A clinic whose clients are reached, and the messages that it sends. */
import type { Message, Prisma } from '@scheduling/database'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'
import { EVERY_DAY } from './clinic.ts'
import { openClinic as openBookable, type BookableClinic } from './booking.ts'

const HOUR_MS = 3_600_000

export type Clinic = Omit<BookableClinic, 'book' | 'call'> & {
  /** The next free hour, two days ahead of the clinic's clock or more. */
  nextStart(): string
  /** Books a new client over the API. */
  book(client?: object, more?: object): Promise<any>
  /** A call that must succeed. */
  call(method: string, path: string, body?: object): Promise<any>
  /** Of one record, in the order in which they were written. */
  messagesOf(id: number, record?: string): Promise<Message[]>
}

/** It is open at all hours. */
export async function openClinic(
  api: TestApi,
  values: Partial<Prisma.OrganizationUncheckedCreateInput> = {},
): Promise<Clinic> {
  const bookable = await openBookable(api, {
    organization: values,
    hours: { weekdays: EVERY_DAY, intervals: [['00:00', '24:00']] },
  })
  const { call } = bookable
  const begin = Math.ceil((api.service.now() + 48 * HOUR_MS) / HOUR_MS) * HOUR_MS
  let starts = 0
  const nextStart = () => new Date(begin + (starts += 1) * HOUR_MS).toISOString()
  const succeed = async (method: string, path: string, body?: object): Promise<any> => {
    const reply = await call(method, path, body === undefined ? {} : { body })
    expect([reply.status, reply.text.slice(0, 300)]).toEqual([
      expect.closeTo(200, -1),
      expect.anything(),
    ])
    return reply.body
  }
  return {
    ...bookable,
    nextStart,
    call: succeed,
    book: (client = {}, more = {}) =>
      succeed('POST', '/v1/appointments', {
        service_ids: [bookable.service.id],
        professional_id: bookable.professional.id,
        start: nextStart(),
        client: { first_name: 'Ana', ...client },
        ...more,
      }),
    messagesOf: (id, record = 'appointment') =>
      api.db.message.findMany({
        where: { organizationId: bookable.organization.row.id, record, recordId: id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }
}

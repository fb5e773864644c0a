/** The queue of the demo: who was served on the workday before, and a line of today in every state. */
import { localDateOf, startOfLocalDay } from '@scheduling/availability'
import { runQueueTimers, startService, systemWork, type Service } from '@scheduling/core'
import { prismaOf, type Organization } from '@scheduling/database'
import { callersAt } from './callers.ts'
import { workdayBefore } from './workdays.ts'

const MINUTE_MS = 60_000

/** @param clientIds at least 12, each of whom joins once a day */
export async function fillQueue(
  running: Service,
  organization: Organization,
  clientIds: readonly number[],
): Promise<void> {
  // The day must not end in the middle of it.
  const startedAt = running.now()
  const service: Service = { ...running, now: () => startedAt }
  const walkIn = await prismaOf(service.db).service.findFirst({
    where: { organizationId: organization.id, isActive: true, bookingMode: 'QUEUE' },
    include: { professionals: { orderBy: { professionalId: 'asc' } } },
  })
  const [first, second] = walkIn?.professionals.map(({ professionalId }) => professionalId) ?? []
  if (walkIn === null || first === undefined || second === undefined) return
  const serviceId = walkIn.id
  const clients = clientIds[Symbol.iterator]()

  /** Joins so many milliseconds ago. */
  const join = async (
    ago: number,
    professional_id: number | null,
    notes: string | null = null,
  ): Promise<number> => {
    const client_id = clients.next().value
    if (client_id === undefined) throw new Error('The demo has too few clients for its queue.')
    const { id } = await callersAt(service, organization, ago).queue.createEntry({
      service_id: serviceId,
      client_id,
      professional_id,
      notes,
    })
    return id
  }
  const call = (entry_id: number, ago: number, place: string) =>
    callersAt(service, organization, ago).queue.callEntry({ entry_id, place })
  const complete = (entry_id: number, ago: number) =>
    callersAt(service, organization, ago).queue.completeEntry({ entry_id })

  const today = localDateOf(startedAt, organization.timeZone)
  const midnightOf = (date: string) => startOfLocalDay(date, organization.timeZone)
  const noonBefore = startedAt - midnightOf(workdayBefore(today)) - 12 * 60 * MINUTE_MS
  for (const minutes of [40, 20]) {
    const ago = noonBefore + minutes * MINUTE_MS
    const served = await join(ago, first)
    await call(served, ago - 5 * MINUTE_MS, 'Consultório 1')
    await complete(served, ago - 19 * MINUTE_MS)
  }
  await call(await join(noonBefore, second), noonBefore - MINUTE_MS, 'Consultório 2')
  await runQueueTimers(service)

  // A line that began today, however early it is.
  const step = Math.min(6 * MINUTE_MS, Math.floor((startedAt - midnightOf(today)) / 12))
  const done = await join(10 * step, first)
  await call(done, 9 * step, 'Consultório 1')
  await complete(done, 6 * step)
  const inService = await join(9 * step, first)
  const skipped = await join(8 * step, second)
  const called = await join(7 * step, second)
  const left = await join(6 * step, null)
  await join(5 * step, first, 'Trouxe exames.')
  await join(4 * step, null)
  await join(2 * step, second)
  await call(inService, 5 * step, 'Consultório 1')
  const served: Service = { ...service, now: () => service.now() - 4 * step }
  await systemWork(served, organization.id, (work) => startService(work, inService))
  await callersAt(service, organization, 3 * step).queue.skipEntry({ entry_id: skipped })
  await callersAt(service, organization, 2 * step).queue.cancelEntry({ entry_id: left })
  await call(called, 0, 'Consultório 2')
}

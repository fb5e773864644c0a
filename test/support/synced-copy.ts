/** A copy that `sync()` of the SDK keeps, and the clinic that it is a copy of. */
import { Scheduling, type SyncedList, type SyncOptions, type SyncStep } from '@scheduling/sdk'
import type { TestApi } from './api.ts'
import { at, openClinic } from './booking.ts'

export const LISTS = [
  'clients',
  'services',
  'appointments',
] as const satisfies readonly SyncedList[]

/** What the owner of a copy keeps: records by kind and id, and the bookmark beside them. */
export type Copy = { bookmark: string | null; records: Map<string, object> }

export const emptyCopy = (): Copy => ({ bookmark: null, records: new Map() })

/** Applies a step and keeps its bookmark, as one transaction would. */
export function keep(copy: Copy, step: SyncStep): void {
  if (step.kind === 'began') copy.records.clear()
  if (step.kind === 'record')
    copy.records.set(`${step.record.object} ${step.record.id}`, step.record)
  if (step.kind === 'event') {
    const { object } = step.event.data
    if ('object' in object && 'id' in object)
      copy.records.set(`${object.object} ${object.id}`, object)
  }
  copy.bookmark = step.bookmark
}

export async function runSync(client: Scheduling, copy: Copy, options: Partial<SyncOptions> = {}) {
  const steps: SyncStep[] = []
  for await (const step of client.sync({ lists: LISTS, bookmark: copy.bookmark, ...options })) {
    steps.push(step)
    keep(copy, step)
  }
  return steps
}

/** Goes on until a step is lost, before or after it was kept: then the process is gone. */
export async function runAndDie(
  client: Scheduling,
  copy: Copy,
  stepCount: number,
  when: 'before' | 'after',
) {
  let count = 0
  for await (const step of client.sync({ lists: LISTS, bookmark: copy.bookmark, limit: 2 })) {
    count += 1
    if (count === stepCount && when === 'before') return
    keep(copy, step)
    if (count === stepCount) return
  }
}

export async function truth(client: Scheduling): Promise<Map<string, object>> {
  const records = new Map<string, object>()
  for await (const one of client.clients.list()) records.set(`client ${one.id}`, one)
  for await (const one of client.services.list()) records.set(`service ${one.id}`, one)
  for await (const one of client.appointments.list()) records.set(`appointment ${one.id}`, one)
  return records
}

/** Without references: the name in one is that of now, and is no change of the record that refers. */
export const sorted = (records: Map<string, object>) =>
  Object.fromEntries(
    [...records]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, record]) => [name, { ...record, client: null, professional: null }]),
  )

export async function copiedClinic(api: TestApi) {
  const opened = await openClinic(api)
  const client = new Scheduling({ baseUrl: api.url, apiKey: opened.organization.key })
  let people = 0
  const register = () =>
    client.clients.create({ firstName: 'Ana', email: `ana${(people += 1)}@example.com` })
  const book = async (clock: string) =>
    client.appointments.create({
      serviceIds: [opened.service.id],
      start: at(clock),
      clientId: (await register()).id,
    })
  return { ...opened, client, register, book }
}

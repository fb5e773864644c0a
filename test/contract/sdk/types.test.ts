/** What the types of the SDK allow, and what they make of an answer. Nothing is called here. */
import { isSchedulingError, Scheduling } from '@scheduling/sdk'
import type {
  Appointment,
  Client,
  Deposit,
  Event,
  FieldError,
  ListCall,
  MiniReference,
  Page,
  QueueEntry,
  Service,
  WebhookEvent,
} from '@scheduling/sdk'
import { describe, expectTypeOf, it } from 'vitest'

declare const api: Scheduling
declare const event: Event
declare const delivered: WebhookEvent
declare const names: ('client' | 'deposit')[]

/** The types of what this returns are looked at; it is never run. */
function typed(looked: () => unknown): void {
  expectTypeOf(looked).toBeFunction()
}

describe('the types', () => {
  it('of a record follow `expand`, in calls and in lists', () => {
    typed(async () => {
      expectTypeOf(await api.appointments.get(1)).toEqualTypeOf<Appointment>()
      const full = await api.appointments.get(1, { expand: ['client', 'services'] })
      expectTypeOf(full.client).toEqualTypeOf<Client>()
      expectTypeOf(full.services).toEqualTypeOf<Service[]>()
      expectTypeOf(full.professional).toEqualTypeOf<MiniReference>()
      expectTypeOf(full.deposit).toEqualTypeOf<null>()
      const deposit = await api.deposits.get(1, { expand: ['queue_entry'] })
      expectTypeOf(deposit.queueEntry).toEqualTypeOf<QueueEntry | null>()
      expectTypeOf(deposit.client).toEqualTypeOf<MiniReference>()
      for await (const one of api.appointments.list({ expand: ['client'] })) {
        expectTypeOf(one.client).toEqualTypeOf<Client>()
      }
      const professional = await api.professionals.get(1, { expand: ['services'] })
      expectTypeOf(professional.services[0]?.name).toEqualTypeOf<string | undefined>()
    })
  })

  it('of a field are both where only the run knows what is expanded', () => {
    typed(async () => {
      const either = await api.appointments.get(1, { expand: names })
      expectTypeOf(either.client).toEqualTypeOf<Client | MiniReference>()
      expectTypeOf(either.deposit).toEqualTypeOf<Deposit | null>()
      expectTypeOf(either.professional).toEqualTypeOf<MiniReference>()
    })
  })

  it('refuse what a route does not take', () => {
    typed(() => [
      // @ts-expect-error -- an unknown field
      api.clients.create({ firstName: 'Ana', nickName: 'Aninha' }),
      // @ts-expect-error -- a name of the wire
      api.clients.create({ first_name: 'Ana' }),
      // @ts-expect-error -- a field is missing
      api.holds.create({ serviceIds: [1] }),
      // @ts-expect-error -- nothing can be expanded
      api.clients.get(1, { expand: ['client'] }),
      // @ts-expect-error -- no such field
      api.appointments.get(1, { expand: ['services', 'nothing'] }),
      // @ts-expect-error -- options come after the input
      api.clients.get(1, { signal: AbortSignal.timeout(1) }),
      // @ts-expect-error -- this route takes no key
      api.clients.update(1, {}, { idempotencyKey: 'x' }),
      // @ts-expect-error -- this id is a text
      api.webhooks.get(1),
      // @ts-expect-error -- a field of the record that cannot be changed here
      api.appointments.update(1, { status: 'CONFIRMED' }),
      // @ts-expect-error -- no such status
      api.appointments.list({ status: ['OPEN'] }),
    ])
    typed(() => [
      api.clients.get(1, {}, { signal: AbortSignal.timeout(1) }),
      api.clients.update(1, { metadata: { crm_id: null }, lastName: null }),
      api.clients.list({ metadata: { crm_id: '7' }, updatedSince: undefined }),
    ])
  })

  it('of a list are a page, its records and what only this list has', () => {
    typed(async () => {
      expectTypeOf(api.clients.list()).toEqualTypeOf<ListCall<Client>>()
      expectTypeOf(await api.clients.list()).toEqualTypeOf<Page<Client>>()
      expectTypeOf((await api.events.list()).lastEventId).toEqualTypeOf<string | null>()
      for await (const page of api.events.list().pages()) {
        expectTypeOf(page.data).toEqualTypeOf<Event[]>()
      }
      expectTypeOf(await api.webhooks.delete('whk_1')).toEqualTypeOf<null>()
    })
  })

  it('of an event follow its type', () => {
    typed(() => {
      if (event.type === 'appointment.rescheduled') {
        expectTypeOf(event.object).toEqualTypeOf<'event'>()
        expectTypeOf(event.data.object).toEqualTypeOf<Appointment>()
        expectTypeOf(event.data.changes?.professionalId?.from).toEqualTypeOf<unknown>()
      }
      if (event.type === 'client.merged') {
        expectTypeOf(event.data.object.mergedInto).toEqualTypeOf<number>()
      }
      if (delivered.type === 'ping') {
        expectTypeOf(delivered.data.object.webhookId).toEqualTypeOf<string>()
      }
      // @ts-expect-error -- the feed has no pings
      return event.type === 'ping'
    })
  })

  it('of an error follow its code', () => {
    typed((error: unknown = null) => {
      if (!isSchedulingError(error)) return
      expectTypeOf(error.errors).toEqualTypeOf<readonly FieldError[]>()
      if (error.code === 'not_found') {
        expectTypeOf(error.status).toEqualTypeOf<404>()
        expectTypeOf(error.requestId).toEqualTypeOf<string>()
      }
      if (error.code === 'timed_out') {
        expectTypeOf(error.status).toEqualTypeOf<number | null>()
      }
      // @ts-expect-error -- no such code
      if (error.code === 'slot_taken') return
    })
  })

  it('of a new webhook say whether it has a secret', () => {
    typed(async () => {
      const url = 'https://example.com'
      const signed = await api.webhooks.create({ url, events: ['*'] })
      expectTypeOf(signed.secret).toEqualTypeOf<string>()
      const chat = await api.webhooks.create({ url, events: ['*'], format: 'slack' })
      expectTypeOf(chat.secret).toEqualTypeOf<string | null>()
      expectTypeOf((await api.webhooks.rotateSecret('whk_1')).secret).toEqualTypeOf<string>()
      // @ts-expect-error -- an unknown field
      api.webhooks.create({ url, events: ['*'], secretName: 'x' })
    })
  })

  it('of a step follow its kind and its list', () => {
    typed(async () => {
      for await (const step of api.sync({ lists: ['clients', 'queueEntries'] })) {
        if (step.kind === 'record' && step.list === 'clients') {
          expectTypeOf(step.record).toEqualTypeOf<Client>()
        }
        if (step.kind === 'event') expectTypeOf(step.event).toEqualTypeOf<Event>()
        expectTypeOf(step.bookmark).toEqualTypeOf<string>()
      }
      // @ts-expect-error -- no such list
      api.sync({ lists: ['webhooks'] })
    })
  })
})

import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { WISH_STATUSES } from '../waitlist/rows.ts'
import { WEEKDAYS } from '../waitlist/wish.ts'
import { AnyProfessionalId, ClientId, ServiceIds, WishId } from './inputs.ts'
import { PartOfDay, PARTS } from './part-of-day.ts'
import type { AgentContext } from './reader.ts'
import { ToolRefusal } from './refusal.ts'
import { tool } from './tool.ts'
import { instantAt, TimeInput, When, whenOf } from './when.ts'
import { AgentClient, agentClient, named, Named, namedClient } from './written-by-client.ts'

const AgentWish = z.object({
  id: Id,
  status: z.enum(WISH_STATUSES),
  client: AgentClient,
  services: z.array(Named),
  professional: Named.nullable(),
  from_date: z.string(),
  to_date: z.string(),
  weekdays: z.array(z.int()),
  from_time: z.string(),
  to_time: z.string(),
  offer: z.object({ start: When, held_until: When, outcome: z.string() }).nullable(),
})

type AgentWish = z.output<typeof AgentWish>
type Offer = { readonly start: string; readonly held_until: string; readonly outcome: string }
type Seen = Pick<AgentWish, 'id' | 'status' | 'from_date' | 'to_date' | 'weekdays'> & {
  readonly client: { readonly id: number; readonly name: string }
  readonly services: readonly Named[]
  readonly professional: Named | null
  readonly from_minute: number
  readonly to_minute: number
  readonly offer: Offer | null
}

function agentWish(context: AgentContext, one: Seen): AgentWish {
  const { id, name } = one.client
  return {
    id: one.id,
    status: one.status,
    client: agentClient(context, { id, name }),
    services: one.services.map(named),
    professional: one.professional === null ? null : named(one.professional),
    from_date: one.from_date,
    to_date: one.to_date,
    weekdays: one.weekdays,
    from_time: clockOf(one.from_minute),
    to_time: clockOf(one.to_minute),
    offer:
      one.offer === null
        ? null
        : {
            start: whenOf(context, one.offer.start),
            held_until: whenOf(context, one.offer.held_until),
            outcome: one.offer.outcome,
          },
  }
}

function clockOf(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function namedWish(one: AgentWish): string {
  const services = one.services.map(({ name }) => name).join(', ')
  const whom = one.professional === null ? '' : ` with ${one.professional.name}`
  const offered =
    one.status === 'OFFERED' && one.offer !== null
      ? `, offered ${one.offer.start.words} until ${one.offer.held_until.words}`
      : ''
  return `wish ${one.id} of ${namedClient(one.client)}: ${services}${whom}, ${one.from_date} to ${one.to_date}, ${one.from_time} to ${one.to_time}${offered}`
}

const One = z.object({ wish: AgentWish })

export const listWaitlist = tool({
  name: 'list_waitlist',
  title: 'Who waits for time',
  description: 'Who waits for time to become free, the longest first.',
  uses: ['waitlist.list'],
  input: z.object({ client_id: ClientId.optional() }),
  output: z.object({ wishes: z.array(AgentWish), more: z.boolean() }),
  async run({ context, use }, asked) {
    const { data, has_more } = await use('waitlist.list', { ...asked, limit: LIMITS.toolRecords })
    const wishes = data.map((one) => agentWish(context, one))
    const lines = wishes.map((one) => `${one.status}: ${namedWish(one)}`)
    if (lines.length === 0) lines.push('No one waits.')
    if (has_more) lines.push('More clients wait.')
    return { text: lines.join('\n'), result: { wishes, more: has_more } }
  },
})

export const joinWaitlist = tool({
  name: 'join_waitlist',
  title: 'Put a client on the waitlist',
  description: 'The client gets a message when time that fits becomes free.',
  uses: ['waitlist.add'],
  input: z.object({
    client_id: ClientId,
    service_ids: ServiceIds,
    professional_id: AnyProfessionalId,
    from_date: DateInput.meta({ description: 'The first day.' }),
    to_date: DateInput.meta({ description: 'The last day.' }),
    weekdays: z
      .array(z.int().min(0).max(6))
      .min(1)
      .max(WEEKDAYS.length)
      .optional()
      .meta({ description: '0 is Sunday. Default: all.' }),
    part_of_day: PartOfDay,
  }),
  output: One,
  async run({ context, use }, { part_of_day: part, weekdays, ...input }) {
    const record = await use('waitlist.add', {
      ...input,
      ...(weekdays === undefined ? {} : { weekdays }),
      ...(part === undefined ? {} : { from_minute: PARTS[part][0], to_minute: PARTS[part][1] }),
    })
    const wish = agentWish(context, record)
    return { text: `On the waitlist: ${namedWish(wish)}.`, result: { wish } }
  },
})

export const offerTime = tool({
  name: 'offer_time',
  title: 'Offer a time to who waits',
  description: 'Holds a time for a client of the waitlist, who gets a message and accepts it.',
  uses: ['waitlist.offer'],
  input: z.object({ wish_id: WishId, start: TimeInput, professional_id: AnyProfessionalId }),
  output: One,
  async run({ context, use }, { wish_id: entry_id, start, ...input }) {
    const asked = { ...input, entry_id, start: instantAt(context, 'start', start) }
    const wish = agentWish(context, await use('waitlist.offer', asked))
    return { text: `Offered: ${namedWish(wish)}.`, result: { wish } }
  },
})

/** A wish loses its place: no later call gives it back. */
export const leaveWaitlist = tool({
  name: 'leave_waitlist',
  title: 'Take a client off the waitlist',
  description: 'Takes a client off the waitlist for good, with the time that is offered.',
  uses: ['waitlist.list', 'waitlist.remove'],
  input: z.object({ client_id: ClientId, wish_id: WishId }),
  output: One,
  async confirms({ context, use }, { client_id, wish_id }) {
    // Also one that was removed: a repeated call is confirmed as the first one was.
    const asked = { client_id, status: [...WISH_STATUSES], limit: LIMITS.pageSizeMax }
    const record = (await use('waitlist.list', asked)).data.find(({ id }) => id === wish_id)
    if (record === undefined) {
      const advice = 'Look the wishes of the client up with `list_waitlist`.'
      throw new ToolRefusal('no_match', 'The client has no such wish.', { try: advice })
    }
    const { id, client, services, from_date, to_date } = agentWish(context, record)
    const names = services.map(({ name }) => name).join(', ')
    return `This will take wish ${id} of ${namedClient(client)} off the waitlist: ${names}, ${from_date} to ${to_date}. This cannot be undone.`
  },
  async run({ context, use }, { wish_id: entry_id }) {
    const wish = agentWish(context, await use('waitlist.remove', { entry_id }))
    return { text: `Off the waitlist: ${namedWish(wish)}.`, result: { wish } }
  },
})

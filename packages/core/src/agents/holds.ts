import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { AnyProfessionalId, HoldId, ServiceIds } from './inputs.ts'
import { tool } from './tool.ts'
import { instantAt, TimeInput, When, whenOf } from './when.ts'
import { named, Named } from './written-by-client.ts'

export const holdTime = tool({
  name: 'hold_time',
  title: 'Hold a time',
  description: 'Keeps a time while the person decides. Book it with its `hold_id`.',
  uses: ['holds.create'],
  input: z.object({
    service_ids: ServiceIds,
    start: TimeInput,
    professional_id: AnyProfessionalId,
    minutes: z.int().min(1).max(LIMITS.holdMinutesMost).default(LIMITS.holdMinutes).meta({
      description: 'How long.',
    }),
  }),
  output: z.object({
    hold: z.object({
      id: Id,
      start: When,
      until: When,
      services: z.array(Named),
      professional: Named,
      price: z.string().nullable(),
    }),
  }),
  async run({ context, use }, input) {
    const start = instantAt(context, 'start', input.start)
    const record = await use('holds.create', { ...input, start })
    const hold = {
      id: record.id,
      start: whenOf(context, record.start),
      until: whenOf(context, record.expires_at),
      services: record.services.map(named),
      professional: named(record.professional),
      price: record.price,
    }
    const services = hold.services.map(({ name }) => name).join(', ')
    const text = `Held until ${hold.until.words}: hold ${hold.id}, ${services} with ${hold.professional.name}, ${hold.start.words}.`
    return { text, result: { hold } }
  },
})

export const releaseHold = tool({
  name: 'release_hold',
  title: 'Give a held time back',
  description: 'Gives a held time back that is not wanted. One that has expired needs no release.',
  uses: ['holds.release'],
  input: z.object({ hold_id: HoldId }),
  output: z.object({ hold_id: Id }),
  async run({ use }, { hold_id }) {
    await use('holds.release', { hold_id })
    return { text: `The time of hold ${hold_id} is free again.`, result: { hold_id } }
  },
})

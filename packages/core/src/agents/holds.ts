import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { tool } from './tool.ts'
import { instantAt, TimeInput, When, whenOf } from './when.ts'
import { named, Named } from './written-by-client.ts'

export const holdTime = tool({
  name: 'hold_time',
  title: 'Hold a time',
  description: 'Keeps a time while the person decides. Book it with `hold_id`.',
  uses: ['holds.create'],
  input: z.object({
    service_ids: z.array(Id).min(1).max(LIMITS.servicesPerAppointment),
    start: TimeInput,
    professional_id: Id.optional(),
    minutes: z.int().min(1).max(LIMITS.holdMinutesMost).default(LIMITS.holdMinutes),
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

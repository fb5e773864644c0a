import { z } from 'zod'
import { featureMap } from '../contract/features.ts'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { LANGUAGES, languageOf } from '../ground/language.ts'
import { tool } from './tool.ts'
import { When, whenOf } from './when.ts'
import { named, Named, teamText } from './written-by-client.ts'

const Service = z.object({
  id: Id,
  name: z.string(),
  duration_minutes: z.int(),
  price: z.string().nullable(),
  booking_mode: z.string().meta({ description: '`QUEUE`: by `join_queue`, not by appointment.' }),
  professional_ids: z.array(Id),
})

export const getClinic = tool({
  name: 'get_clinic',
  title: 'The clinic, its services and professionals',
  description:
    'Call this first. Says what time it is at the clinic, which services there are and who performs them, with the ids that other tools take.',
  uses: ['services.list', 'professionals.list'],
  input: z.object({}),
  output: z.object({
    name: z.string(),
    timezone: z.string(),
    language: z.enum(LANGUAGES),
    now: When,
    services: z.array(Service),
    professionals: z.array(Named),
    more: z.boolean().meta({ description: 'Whether there are more than are listed.' }),
    features: z.record(z.string(), z.boolean()),
  }),
  async run({ context, use }) {
    const { organization } = context
    const page = { limit: LIMITS.pageSizeMax }
    const [services, professionals] = await Promise.all([
      use('services.list', page),
      use('professionals.list', page),
    ])
    const now = whenOf(context, context.now())
    const result = {
      name: teamText(organization.name),
      timezone: organization.timeZone,
      language: languageOf(organization),
      now,
      services: services.data.map((one) => ({
        id: one.id,
        name: teamText(one.name),
        duration_minutes: one.duration_minutes,
        price: one.price,
        booking_mode: one.booking_mode,
        professional_ids: one.professional_ids,
      })),
      professionals: professionals.data.map(named),
      more: services.has_more || professionals.has_more,
      features: featureMap(organization),
    }
    const text = [
      `${result.name}. It is ${now.words} there (${result.timezone}).`,
      ...result.services.map(
        (one) =>
          `Service ${one.id}: ${one.name}, ${one.duration_minutes} min${one.price === null ? '' : `, BRL ${one.price}`}${one.booking_mode === 'QUEUE' ? ', by queue' : ''}, by ${one.professional_ids.join(', ') || 'no professional'}`,
      ),
      ...result.professionals.map(({ id, name }) => `Professional ${id}: ${name}`),
      ...(result.more ? ['There are more than are listed.'] : []),
    ]
    return { text: text.join('\n'), result }
  },
})

import { addDays } from '@scheduling/availability'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { Id, valueText } from '../ground/fields.ts'
import { DateInput, DateOnly, isDateText } from '../ground/time-fields.ts'
import { allOf, chosen, todayAt } from './choose.ts'
import { ProfessionalId } from './inputs.ts'
import { PartOfDay, PARTS } from './part-of-day.ts'
import { tool, type ToolCall } from './tool.ts'
import { minuteOf, When, whenOf } from './when.ts'
import { named, Named } from './written-by-client.ts'

const WHOLE_DAY = [0, 1440] as const

/** That can be written. */
const LAST_DATE = '9999-12-31'

const Input = z.object({
  service_ids: z.array(Id).max(LIMITS.servicesPerAppointment).optional().meta({
    description: 'From `get_clinic`. Send these or `service_names`.',
  }),
  service_names: z
    .array(z.string().trim().min(1).max(LIMITS.valueCharacters))
    .max(LIMITS.servicesPerAppointment)
    .optional()
    .meta({ description: 'As the person says them.' }),
  professional_id: ProfessionalId.optional(),
  professional_name: valueText().trim().min(1).optional().meta({
    description: 'Instead of the id.',
  }),
  date: DateInput.optional().meta({ description: 'Default: today.' }),
  days: z.int().min(1).max(LIMITS.slotWindowDefaultDays).default(1).meta({
    description: 'From `date` on.',
  }),
  part_of_day: PartOfDay,
})

type Call = ToolCall<
  'services.list' | 'professionals.list' | 'availability.slots' | 'availability.nextDates'
>

/** Free times in words, few. */
export const findFreeTimes = tool({
  name: 'find_free_times',
  title: 'Find free times',
  description:
    'Says when services can be booked and with whom: a few times of some days, or the next dates when there is none. Nothing is reserved.',
  uses: ['services.list', 'professionals.list', 'availability.slots', 'availability.nextDates'],
  input: Input,
  output: z.object({
    now: When,
    timezone: z.string(),
    services: z.array(Named),
    times: z.array(
      z.object({
        start: When,
        with: z.array(Named),
        more_with: z.int().optional().meta({ description: 'How many others are free then.' }),
      }),
    ),
    found: z.int().meta({ description: 'How many there are; `times` are some of them.' }),
    next_dates: z.array(z.object({ date: DateOnly, first: When })).meta({
      description: 'When `times` is empty.',
    }),
  }),
  async run(call, asked) {
    const { context, use } = call
    const services = await chosenServices(call, asked)
    const professionalId = await chosenProfessional(call, asked)
    const from = asked.date ?? todayAt(context)
    const request = {
      service_ids: services.map(({ id }) => id),
      ...(professionalId === undefined ? {} : { professional_id: professionalId }),
    }
    const last = addDays(from, asked.days - 1)
    const to = isDateText(last) ? last : LAST_DATE
    const { data } = await use('availability.slots', { ...request, from, to })
    const [opens, closes] = asked.part_of_day === undefined ? WHOLE_DAY : PARTS[asked.part_of_day]
    const fits = (start: string): boolean => {
      const minute = minuteOf(start.slice(11))
      return minute >= opens && minute < closes
    }
    const byStart = Map.groupBy(
      data.filter(({ start }) => fits(start)),
      ({ start }) => start,
    )
    const shown = spread([...byStart], LIMITS.toolFreeTimes).map(([start, slots]) => ({
      start: whenOf(context, start),
      with: slots
        .slice(0, LIMITS.toolFreeProfessionals)
        .map(({ professional }) => named(professional)),
      ...(slots.length > LIMITS.toolFreeProfessionals
        ? { more_with: slots.length - LIMITS.toolFreeProfessionals }
        : {}),
    }))
    const dates =
      shown.length > 0 ? [] : (await use('availability.nextDates', { ...request, limit: 5 })).data
    const result = {
      now: whenOf(context, context.now()),
      timezone: context.organization.timeZone,
      services: services.map(named),
      times: shown,
      found: byStart.size,
      next_dates: dates.map(({ date, first_start }) => ({
        date,
        first: whenOf(context, first_start),
      })),
    }
    const part = asked.part_of_day === undefined ? '' : ` in the ${asked.part_of_day}`
    const lines = [
      `Now: ${result.now.words} (${result.timezone}).`,
      ...(shown.length > 0
        ? [`Free, ${shown.length} of ${byStart.size}:`]
        : [`Nothing free from ${from} to ${to}${part}.`]),
      ...shown.map((one) => `${one.start.words} — ${whoIn(one)} — start ${one.start.instant}`),
      ...(shown.length > 0
        ? []
        : dates.length === 0
          ? ['There is no free time on later dates either.']
          : [
              'Next dates:',
              ...result.next_dates.map(({ first }) => `${first.words} at the earliest`),
            ]),
    ]
    return { text: lines.join('\n'), result }
  },
})

type Asked = z.output<typeof Input>

async function chosenServices({ use }: Call, asked: Asked) {
  const { service_ids: ids, service_names: names } = asked
  if ((ids === undefined) === (names === undefined)) {
    throw invalid('service_ids', 'required', 'Send either `service_ids` or `service_names`.')
  }
  const services = await allOf((page) => use('services.list', page))
  if (names !== undefined) {
    return names.map((name) => chosen('service', services, name))
  }
  const known = new Map(services.map((one) => [one.id, one]))
  // An unknown id is refused with the slots.
  return (ids ?? []).map((id) => known.get(id) ?? { id, name: '' })
}

async function chosenProfessional({ use }: Call, asked: Asked): Promise<number | undefined> {
  const { professional_id: id, professional_name: name } = asked
  if (name === undefined) return id
  if (id !== undefined) {
    const message = 'Send either `professional_id` or `professional_name`.'
    throw invalid('professional_name', 'mutually_exclusive', message)
  }
  return chosen('professional', await allOf((page) => use('professionals.list', page)), name).id
}

type FreeThen = { readonly with: readonly Named[]; readonly more_with?: number }

/** `Ana Lima (1), Bruno Reis (2) and 3 more` */
function whoIn({ with: named, more_with: others }: FreeThen): string {
  const names = named.map(({ id, name }) => `${name} (${id})`).join(', ')
  return others === undefined ? names : `${names} and ${others} more`
}

/** Some of them, from the first to the last. */
function spread<One>(all: readonly One[], most: number): One[] {
  if (all.length <= most) return [...all]
  const step = (all.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => all[Math.round(index * step)]).filter(
    (one): one is One => one !== undefined,
  )
}

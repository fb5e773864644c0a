/** What was chosen so far. It stands in the page's address, or goes along in its forms. */
import { isDate } from '@scheduling/availability'
import { LIMITS } from '@scheduling/core'
import { languageNamed, type Language } from '../language.ts'
import { embedIn } from '../embed/ground.ts'
import { PARAMETERS, STEPS, type Step } from '../paths.ts'
import { monthIn } from '../times/month.ts'

export type Choice = {
  readonly slug: string
  readonly serviceIds: readonly number[]
  /** Null: any professional who is free. */
  readonly professionalId: number | null
  /** `YYYY-MM-DD`; null: the first day with a free time. */
  readonly date: string | null
  /** The days that are offered begin here; null: today. */
  readonly since: string | null
  /** `YYYY-MM`: its days are shown; null: those that come next. */
  readonly month: string | null
  /** As the list of free times has it. */
  readonly start: string | null
  /** Null: the browser's wish. */
  readonly language: Language | null
  /** In a frame on another site, as `embed/ground.ts` tells it. Null: in none. */
  readonly embed: string | null
}

const ID = /^[1-9]\d{0,8}$/
const START = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** A date as the pages write it: `YYYY-MM-DD`, of a day that exists. */
export function dateIn(value: string | null): string | null {
  return value !== null && isDate(value) ? value : null
}

function matching(pattern: RegExp, value: string | null): string | null {
  return value !== null && pattern.test(value) ? value : null
}

/** A start as the list of free times has it. Digits alone can say 24:61, which is no instant. */
export function startIn(value: string | null): string | null {
  const start = matching(START, value)
  return start === null || Number.isNaN(Date.parse(start)) ? null : start
}

/** What is not shaped as we write it counts as not chosen. */
export function choiceIn(slug: string, values: URLSearchParams): Choice {
  const ids = values.getAll(PARAMETERS.service).filter((id) => ID.test(id))
  const professional = matching(ID, values.get(PARAMETERS.professional))
  return {
    slug,
    serviceIds: [...new Set(ids.map(Number))].slice(0, LIMITS.servicesPerAppointment),
    professionalId: professional === null ? null : Number(professional),
    date: dateIn(values.get(PARAMETERS.date)),
    since: dateIn(values.get(PARAMETERS.since)),
    month: monthIn(values.get(PARAMETERS.month)),
    start: startIn(values.get(PARAMETERS.start)),
    // The button that changes it comes after the field.
    language: languageNamed(values.getAll(PARAMETERS.language).at(-1) ?? null),
    embed: embedIn(values.get(PARAMETERS.embed)),
  }
}

export type HiddenField = { readonly name: string; readonly value: string }

/** The choice as a form sends it along. */
export function fieldsOf(choice: Choice): HiddenField[] {
  const { professionalId, date, since, start, language, embed } = choice
  const others: [string, string | null][] = [
    [PARAMETERS.professional, professionalId === null ? null : String(professionalId)],
    [PARAMETERS.date, date],
    [PARAMETERS.since, since],
    [PARAMETERS.start, start],
    [PARAMETERS.language, language],
    [PARAMETERS.embed, embed],
  ]
  return [
    ...choice.serviceIds.map((id) => ({ name: PARAMETERS.service, value: String(id) })),
    ...others.flatMap(([name, value]) => (value === null ? [] : [{ name, value }])),
  ]
}

/** @param step null: the first one */
export function addressOf(choice: Choice, step: Step | null): string {
  const path = step === null ? `/${choice.slug}` : `/${choice.slug}/${STEPS[step]}`
  const query = new URLSearchParams(
    fieldsOf(choice).map(({ name, value }): [string, string] => [name, value]),
  )
  return query.size === 0 ? path : `${path}?${query}`
}

/** What a visit is before anything was chosen. */
export const NOTHING_CHOSEN = {
  serviceIds: [],
  professionalId: null,
  date: null,
  since: null,
  month: null,
  start: null,
} as const

/** Where a booking begins. */
export function firstStep(kept: Pick<Choice, 'slug' | 'language' | 'embed'>): string {
  return addressOf({ ...kept, ...NOTHING_CHOSEN }, null)
}

/** The path of a step, for forms: the choice goes along in their fields. */
export function pathOf({ slug }: Pick<Choice, 'slug'>, step: Step): string {
  return addressOf({ ...NOTHING_CHOSEN, slug, language: null, embed: null }, step)
}

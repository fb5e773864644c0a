/** The professionals whom a client can choose, as cards. */
import { addDays } from '@scheduling/availability'
import type { Language } from '../language.ts'
import type { Answers } from '../page.ts'
import { shortDay } from '../written.ts'

const TITLE = /^(?:dra?|profa?|sra?|dr\(a\))\.?$/i

/** `CP` of `Dra. Camila Prado`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !TITLE.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('')
}

/** What a card says, beside the name. */
export type Card = {
  /** A path; null: the initials stand in its place. */
  readonly photo: string | null
  /** `CRM-SP 104233 · Psicologia`; empty: nothing is known. */
  readonly about: string
  /** `próx. amanhã, 9h`; empty: no time is near. */
  readonly next: string
}

/** A card with a name alone. */
export const PLAIN: Card = { photo: null, about: '', next: '' }

type Service = Answers['getOrganization']['services'][number]
type Professional = Answers['getOrganization']['professionals'][number]
type FreeDates = Answers['nextDates']['data']

type Shown = {
  /** Who can be chosen. */
  readonly professionals: readonly Professional[]
  /** Everything that is offered: it says what each of them does. */
  readonly services: readonly Service[]
  /** The next days on which any of them is free. */
  readonly dates: FreeDates
  /** Null: no preference. */
  readonly chosen: number | null
  readonly anyProfessional: string
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly language: Language
}

/** No preference comes first. */
export function whoChoices(shown: Shown) {
  const { professionals, services, dates, chosen, anyProfessional, today, language } = shown
  const specialties = specialtiesOf(services)
  const starts = firstStarts(dates)
  const written = (start: string | undefined) =>
    start === undefined ? '' : nextFree(start, today, language)
  const any = {
    ...PLAIN,
    value: '',
    name: anyProfessional,
    initials: '',
    next: written(dates[0]?.first_start),
    isChosen: chosen === null,
  }
  const each = professionals.map(({ id, name, registry, photo_url: photo }) => ({
    value: String(id),
    name,
    initials: initialsOf(name),
    photo,
    about: [registry, [...(specialties.get(id) ?? [])].join(', ')]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
    next: written(starts.get(id)),
    isChosen: id === chosen,
  }))
  return [any, ...each]
}

/** The specialties of what each professional performs here, in the order of the services. */
function specialtiesOf(services: readonly Service[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>()
  for (const { specialty, professional_ids: ids } of services) {
    if (specialty === null) continue
    for (const id of ids) {
      found.set(id, (found.get(id) ?? new Set()).add(specialty.name))
    }
  }
  return found
}

function firstStarts(dates: FreeDates): Map<number, string> {
  const starts = new Map<number, string>()
  for (const { professionals } of dates) {
    for (const { id, first_start: start } of professionals) {
      if (!starts.has(id)) starts.set(id, start)
    }
  }
  return starts
}

const WORDS = {
  pt: { next: 'próx.', today: 'hoje', tomorrow: 'amanhã' },
  en: { next: 'next:', today: 'today', tomorrow: 'tomorrow' },
}

/**
 * `próx. amanhã, 9h`, `next: tomorrow 9:00`
 *
 * @param start as the API writes it, in the zone of the organization
 * @param today `YYYY-MM-DD`
 */
export function nextFree(start: string, today: string, language: Language): string {
  const words = WORDS[language]
  const date = start.slice(0, 10)
  const day =
    date === today
      ? words.today
      : date === addDays(today, 1)
        ? words.tomorrow
        : shortDay(date, language)
  const hour = Number(start.slice(11, 13))
  const minutes = start.slice(14, 16)
  if (language === 'en') return `${words.next} ${day} ${hour}:${minutes}`
  return `${words.next} ${day}, ${hour}h${minutes === '00' ? '' : minutes}`
}

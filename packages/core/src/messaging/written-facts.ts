/** Facts as people write them in a language: dates, money, and the lines that say what, when and where. */
import { localTimeOf } from '@scheduling/availability'
import type { Organization } from '@scheduling/database'
import { dayAndHour } from '../ground/day-and-hour.ts'
import type { Language } from '../ground/language.ts'
import type { Facts } from './facts.ts'

const MONEY = { pt: moneyIn('pt-BR'), en: moneyIn('en') } as const

function moneyIn(locale: string) {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

const WORDS = {
  pt: {
    with: 'com',
    until: 'até',
    price: 'Valor',
    deposit: 'Sinal',
    online: 'Online',
    roomComes: 'Online: o link da sala vem com a confirmação',
    roomLater: 'Online: enviamos o link assim que a sala estiver pronta',
  },
  en: {
    with: 'with',
    until: 'by',
    price: 'Price',
    deposit: 'Deposit',
    online: 'Online',
    roomComes: 'Online: the link to the room comes with the confirmation',
    roomLater: 'Online: we send the link as soon as the room is ready',
  },
} as const

/** @param facts as the record has them: instants with an offset, amounts as decimals */
export function writtenFacts(
  facts: Facts,
  language: Language,
  {
    organization,
    now,
  }: { readonly organization: Pick<Organization, 'name' | 'timeZone'>; now: number },
): Facts {
  const year = Number(localTimeOf(now, organization.timeZone).date.slice(0, 4))
  const date = (instant: string | null) =>
    instant === null ? null : dayAndHour(instant, language, year)
  const money = (amount: string | null) =>
    amount === null ? null : MONEY[language].format(Number(amount))
  const written = {
    ...facts,
    when: date(facts.start),
    until: date(facts.until),
    changes_until: date(facts.changes_until),
    price: money(facts.price),
    amount: money(facts.amount),
    refunded_amount: money(facts.refunded_amount),
  }
  const { price, deposit } = WORDS[language]
  const cost = [
    [price, priceIn(written)],
    [deposit, dueIn(written, language)],
  ].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  const lines = [
    organization.name,
    whatIn(written, language),
    written.when,
    whereIn(written, language),
    ...cost,
  ]
  return { ...written, details: lines.filter((line) => line !== null).join('\n') }
}

/** `Consulta com Dra. Helena` */
export function whatIn(facts: Facts, language: Language): string | null {
  const { services, professional_name: name } = facts
  if (services === null || name === null) return services
  return `${services} ${WORDS[language].with} ${name}`
}

/** Of an online appointment how it takes place, else the place. */
export function whereIn(facts: Facts, language: Language): string | null {
  if (facts.type !== 'TELEMEDICINE') return facts.place
  const { online, roomComes, roomLater } = WORDS[language]
  const status = statusOfBooking(facts)
  if (status === 'PENDING') return roomComes
  return status === 'CONFIRMED' && facts.meeting_url === null ? roomLater : online
}

/** Null too where nothing is to be paid any more. */
export function priceIn(facts: Facts): string | null {
  return facts.price === null || !isAhead(facts) ? null : `R$ ${facts.price}`
}

/** What is to be paid before, and until when. */
export function dueIn(facts: Facts, language: Language): string | null {
  if (!isUnpaid(facts)) return null
  const until = facts.until === null ? '' : `, ${WORDS[language].until} ${facts.until}`
  return `R$ ${facts.amount}${until}`
}

/** Whether a deposit is open. */
export function isUnpaid({ amount, status, booking_status: booking }: Facts): boolean {
  return amount !== null && (booking === null || status === 'PENDING')
}

function isAhead(facts: Facts): boolean {
  const status = statusOfBooking(facts)
  return status === 'PENDING' || status === 'CONFIRMED'
}

/** Of what the message is about, where the deposit has a status of its own. */
export function statusOfBooking(facts: Pick<Facts, 'status' | 'booking_status'>): string | null {
  return facts.booking_status ?? facts.status
}

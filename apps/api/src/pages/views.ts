/** What stands on the page of a record: of an appointment, a place in the queue, a deposit. */
import type { AppRouter } from '@scheduling/core'
import type { inferRouterOutputs } from '@trpc/server'
import { escaped } from '../docs/escaped.ts'
import { asked, deed, facts, link, said } from './frame.ts'
import { TEXTS, type Language } from './texts.ts'

type Answers = inferRouterOutputs<AppRouter>['publicBooking']
export type AppointmentAnswer = Answers['getAppointment']
export type QueueAnswer = Answers['getQueueEntry']
export type DepositAnswer = Answers['getDeposit']

type Shown<Answer> = {
  readonly answer: Answer
  /** Of the page itself, without a slash at its end. */
  readonly path: string
  readonly language: Language
}

type Status = keyof (typeof TEXTS)['pt']['statuses']

function whenText(instant: string, language: Language, timeZone: string): string {
  const locale = language === 'pt' ? 'pt-BR' : 'en'
  const options = { dateStyle: 'full', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(instant))
}

function moneyText(amount: string | null, language: Language): string | null {
  if (amount === null) return null
  const locale = language === 'pt' ? 'pt-BR' : 'en'
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(
    Number(amount),
  )
}

export function appointmentPage({ answer, path, language }: Shown<AppointmentAnswer>): string {
  const texts = TEXTS[language]
  const { deposit, organization } = answer
  const when = (instant: string) => whenText(instant, language, organization.time_zone)
  const status: Status = answer.cancelled_by === 'unpaid' ? 'unpaid' : answer.status
  return [
    organization.livemode ? '' : said(texts.test),
    facts([
      [texts.status, texts.statuses[status]],
      [texts.when, when(answer.start)],
      [texts.what, answer.services.join(' + ')],
      [texts.who, answer.professional],
      [texts.price, moneyText(answer.price, language)],
      [texts.changesUntil, answer.can_cancel ? when(answer.changes_until) : null],
    ]),
    deposit?.status === 'PENDING'
      ? `<p>${escaped(texts.depositAsked)}</p>${link(deposit.url, texts.toDeposit)}`
      : '',
    answer.meeting_url === null || !answer.meeting_url.startsWith('https://')
      ? ''
      : link(answer.meeting_url, texts.meeting),
    answer.can_cancel
      ? asked(texts.cancel, texts.cancelSure, { action: `${path}/cancel`, label: texts.cancelNow })
      : '',
  ].join('\n')
}

export function queuePage({ answer, path, language }: Shown<QueueAnswer>): string {
  const texts = TEXTS[language]
  const { deposit, organization } = answer
  const when = (instant: string) => whenText(instant, language, organization.time_zone)
  const wait = answer.estimated_wait_minutes
  return [
    organization.livemode ? '' : said(texts.test),
    facts([
      [texts.status, texts.statuses[answer.status]],
      [texts.position, answer.position === null ? null : String(answer.position)],
      [texts.wait, wait === null ? null : `${wait} ${texts.minutes}`],
      [texts.place, answer.place],
      [texts.answerUntil, answer.call_expires_at === null ? null : when(answer.call_expires_at)],
      [texts.what, answer.service],
      [texts.who, answer.professional],
    ]),
    answer.can_confirm_presence ? deed(`${path}/here`, texts.here) : '',
    deposit?.status === 'PENDING' ? link(deposit.url, texts.toDeposit) : '',
    link(path, texts.refresh),
    answer.can_leave
      ? asked(texts.leave, texts.leaveSure, { action: `${path}/leave`, label: texts.leaveNow })
      : '',
  ].join('\n')
}

export function depositPage({ answer, path, language }: Shown<DepositAnswer>): string {
  const texts = TEXTS[language]
  const isOpen = answer.status === 'PENDING'
  const { organization, payment_code: code } = answer
  const until = whenText(answer.expires_at, language, organization.time_zone)
  return [
    organization.livemode ? '' : said(texts.test),
    facts([
      [texts.status, texts.statuses[`deposit ${answer.status}`]],
      [texts.amount, moneyText(answer.amount, language)],
      [texts.payUntil, isOpen ? until : null],
    ]),
    code === null
      ? ''
      : `<label for="code">${escaped(texts.code)}</label>\n<textarea id="code" readonly>${escaped(code)}</textarea>`,
    isOpen && code === null ? `<p>${escaped(texts.codeComes)}</p>` : '',
    isOpen ? link(path, texts.refresh) : '',
  ].join('\n')
}

/** How a deposit is paid: on its own page, and on the page of the appointment or queue entry. */
import { bookAgain, linkAddress, linkLanguage } from '../link/link.ts'
import type { Language } from '../language.ts'
import type { Answers, Handler, Page, PageRequest } from '../page.ts'
import { dayAndHour, hour, money } from '../written.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import { zoneLine } from '../times/times.ts'
import { qrOf } from './qr.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

export type Deposit = NonNullable<Answers['getAppointment']['deposit']>
type Of = Answers['getDeposit']['of']

/** How often a page looks whether it was paid, in seconds: with the script, and without. */
const PAYMENT_LOOKS = { script: 5, plain: 30 } as const
/** What the team has to enter is no matter of seconds. */
const TEAM_LOOKS = { script: 60, plain: 60 } as const

/** An hour without its day is understood as the next one. */
const SOON_SECONDS = 12 * 60 * 60

/** Null unless the deposit can still be paid, or a payment may be on its way. */
export function payView(
  deposit: Deposit | null,
  of: Of,
  { language, timeZone, now }: { language: Language; timeZone: string; now: number },
) {
  if (deposit?.status !== 'PENDING') return null
  const texts = DEPOSIT_TEXTS[language]
  const byTeam = deposit.method === 'MANUAL'
  const { payment_code: code, seconds_left: left, expires_at: until } = deposit
  return {
    t: texts,
    byTeam,
    looks: byTeam ? TEAM_LOOKS : PAYMENT_LOOKS,
    title: byTeam ? texts.title : texts.payTitle,
    amount: money(deposit.amount, language),
    why: texts.why[of],
    until:
      (left ?? 0) < SOON_SECONDS
        ? hour(until, language, timeZone)
        : dayAndHour(until, language, timeZone, now),
    left,
    code,
    qr: code === null ? null : qrOf(code),
    payer: deposit.sandbox_url,
  }
}

/** One line of the facts about what it is paid for. Null where nothing is to be said. */
export function depositFact(deposit: Deposit | null, language: Language) {
  const texts = DEPOSIT_TEXTS[language]
  if (deposit === null) return { label: texts.title, value: null }
  const value = [
    money(deposit.amount, language),
    texts.states[deposit.status].toLowerCase(),
    refundedText(deposit, language),
  ]
  return { label: texts.title, value: value.filter((part) => part !== null).join(', ') }
}

/** What went back of a deposit of which the rest stays. */
function refundedText(deposit: Deposit, language: Language): string | null {
  const isPartly = deposit.status === 'PAID' && Number(deposit.refunded_amount) > 0
  if (!isPartly) return null
  return DEPOSIT_TEXTS[language].partly(money(deposit.refunded_amount, language) ?? '')
}

export const showDeposit: Handler = async (request, token) => {
  const answer = await request.visitor.getDeposit({ token })
  return depositPage(request, token, answer)
}

function depositPage(request: PageRequest, token: string, answer: Answers['getDeposit']): Page {
  const { organization, status, of } = answer
  const language = linkLanguage(request, organization)
  const texts = DEPOSIT_TEXTS[language]
  const { time_zone: timeZone } = organization
  const now = request.now()
  const isOpen = status === 'PENDING'
  const pay = payView(answer, of, { language, timeZone, now })
  const written = (instant: string | null) =>
    instant === null ? null : dayAndHour(instant, language, timeZone, now)
  return {
    language,
    title: isOpen ? texts.title : `${texts.title}: ${texts.states[status].toLowerCase()}`,
    organization,
    template: 'deposit/show.njk',
    ...(pay === null ? {} : { refreshSeconds: pay.looks.plain }),
    view: {
      t: { ...TIMES_TEXTS[language], ...texts },
      zone: zoneLine(timeZone, isOpen ? answer.expires_at : answer.paid_at, language),
      looks: pay?.looks.script ?? null,
      state: isOpen ? texts.states.PENDING : texts.says[status][of],
      more: refundedText(answer, language),
      facts: [
        { label: texts.amount, value: money(answer.amount, language) },
        { label: texts.paidAt, value: written(answer.paid_at) },
      ],
      pay,
      reload: linkAddress(request, 'd', token),
      wayBack: status === 'PAID' ? texts.wayBack[of] : null,
      again: status === 'EXPIRED' ? bookAgain(request, organization) : null,
    },
  }
}

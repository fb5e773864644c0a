/** The page behind the link of a wish: how it stands, and, when time is kept for the client, taking it or not. */
import { LIMITS } from '@scheduling/core'
import { firstStep } from '../booking/choice.ts'
import { noticeText } from '../booking/notice.ts'
import type { Visit } from '../booking/offer.ts'
import type { Language } from '../language.ts'
import { arrivalIn } from '../link/arrival.ts'
import {
  bookAgain,
  deedOf,
  inLanguage,
  languageIn,
  linkAddress,
  linkLanguage,
  newRecord,
  refusedOr,
  type LinkNotice,
  detailIn,
} from '../link/link.ts'
import type { Answers, Area, Handler, Page, PageRequest } from '../page.ts'
import { DEEDS, type Arrival } from '../paths.ts'
import { clock, dayAndHour, hour, length, money, nearDay, weekdayName } from '../written.ts'
import { WEEK } from './days.ts'
import { WAITLIST_TEXTS, type WaitlistTexts } from './texts.ts'

type Wish = Answers['getWish']

const WHOLE_DAY = 1440

const KIND = 'w'

async function wishPage(request: PageRequest, token: string, said: LinkNotice): Promise<Page> {
  const wish = await request.visitor.getWish({ token })
  const { organization, offer, status } = wish
  const language = linkLanguage(request, organization)
  const texts = WAITLIST_TEXTS[language]
  const says = {
    UNCONFIRMED: wish.can_confirm ? texts.confirmWhy : unconfirmedText(said, request, texts),
    WAITING: texts.waits,
    EXPIRED: texts.ended,
    REMOVED: texts.ended,
  }
  return {
    language,
    title: texts.status[status],
    organization,
    template: 'waitlist/wish.njk',
    view: {
      t: texts,
      notice: noticeOf(said, wish, texts),
      noticeRole: said === 'refused' ? 'alert' : 'status',
      says: status in says ? says[status as keyof typeof says] : '',
      rows: factsOf(wish, texts, language),
      // After "No, thanks", what it still waits for comes first.
      isDeclined: said === 'decline' && status === 'WAITING',
      confirm: wish.can_confirm ? linkAddress(request, KIND, token, 'confirm') : '',
      offer: offer === null ? null : offerView(request, token, wish, language),
      booking:
        wish.appointment_url === null
          ? ''
          : new URL(inLanguage(wish.appointment_url, languageIn(request))).pathname,
      leaveText: status === 'UNCONFIRMED' ? texts.withdraw : texts.leave,
      leave: wish.can_leave ? linkAddress(request, KIND, token, 'leave') : '',
      again: wish.can_leave ? '' : (bookAgain(request, organization) ?? ''),
    },
  }
}

function unconfirmedText(said: LinkNotice, request: PageRequest, texts: WaitlistTexts): string {
  const hours = LIMITS.unconfirmedWishHours
  return said === 'new'
    ? texts.confirmBy(hours)[arrivalIn(request) ?? 'none']
    : texts.unconfirmed(hours)
}

function noticeOf(said: LinkNotice, { status }: Wish, texts: WaitlistTexts): string {
  // What is still offered and cannot be booked is refused for the bookings that the contact has.
  if (said === 'refused') {
    const why = { OFFERED: texts.tooManyBookings, UNCONFIRMED: texts.full }
    return status in why ? why[status as keyof typeof why] : texts.refused
  }
  if (said === 'confirm' && status === 'WAITING') return texts.isConfirmed
  if (said === 'decline' && status === 'WAITING') return texts.isDeclined
  return said === 'new' && status === 'UNCONFIRMED' ? texts.isNew : ''
}

function offerView(request: PageRequest, token: string, wish: Wish, language: Language) {
  const texts = WAITLIST_TEXTS[language]
  const { offer, organization, services } = wish
  if (offer === null) throw new Error('Nothing is offered.')
  const { time_zone: zone } = organization
  const { facts } = texts
  const deposit = money(offer.deposit_amount, language)
  return {
    rows: [
      { label: facts.services, value: services.join(' + ') },
      { label: facts.professional, value: offer.professional },
      { label: facts.when, value: dayAndHour(offer.start, language, zone, request.now()) },
      { label: facts.length, value: length(offer.duration_minutes) },
      { label: facts.price, value: money(offer.price, language) },
      { label: facts.deposit, value: deposit },
      { label: facts.until, value: hour(offer.held_until, language, zone) },
    ],
    rules: noticeText(organization.client_notice_minutes, language),
    take: linkAddress(request, KIND, token, 'take'),
    decline: linkAddress(request, KIND, token, 'decline'),
    button: deposit === null || offer.deposit_method === 'MANUAL' ? texts.take : texts.takeAndPay,
  }
}

function factsOf(wish: Wish, texts: WaitlistTexts, language: Language) {
  const { facts } = texts
  const isWhole = wish.from_minute === 0 && wish.to_minute === WHOLE_DAY
  const isEveryDay = wish.weekdays.length === WEEK.length
  const isOneDay = wish.from_date === wish.to_date
  const weekdays = WEEK.filter((day) => wish.weekdays.includes(day))
  return [
    { label: facts.services, value: wish.services.join(' + ') },
    { label: facts.professional, value: wish.professional ?? texts.anyProfessional },
    {
      label: facts.days,
      value: texts.period(nearDay(wish.from_date, language), nearDay(wish.to_date, language)),
    },
    {
      label: facts.weekdays,
      value:
        isEveryDay || isOneDay
          ? null
          : weekdays.map((day) => weekdayName(day, language)).join(', '),
    },
    {
      label: facts.hours,
      value: isWhole ? null : texts.hours(clock(wish.from_minute), clock(wish.to_minute)),
    },
  ]
}

/** Booked, the browser goes on to the page of the appointment. */
const take: Handler = async (request, token) => {
  try {
    const { url } = await request.visitor.bookOffer({ token })
    if (url === null) return { seeOther: linkAddress(request, KIND, token) }
    return { seeOther: newRecord(url, languageIn(request)) }
  } catch (error) {
    return refusedOr(error, () => wishPage(request, token, 'refused'))
  }
}

const decline = deedOf(
  KIND,
  'decline',
  (visitor, token) => visitor.declineOffer({ token }),
  wishPage,
)

export const WISH: Area = {
  steps: {
    '': { GET: (request, token) => wishPage(request, token, detailIn(request)) },
    [DEEDS.take]: { ...decline, POST: take },
    [DEEDS.confirm]: deedOf(
      KIND,
      'confirm',
      (visitor, token) => visitor.confirmWish({ token }),
      wishPage,
    ),
    [DEEDS.decline]: decline,
    [DEEDS.leave]: deedOf(
      KIND,
      'leave',
      (visitor, token) => visitor.leaveWaitlist({ token }),
      wishPage,
    ),
  },
}

/** Where the client's page cannot be shown: in a frame. */
export function wishDonePage(
  { choice, offer, language }: Visit,
  url: string | null,
  arrival: Arrival | null,
): Page {
  const texts = WAITLIST_TEXTS[language]
  return {
    language,
    title: texts.status.UNCONFIRMED,
    organization: offer,
    template: 'waitlist/done.njk',
    embed: choice.embed,
    view: {
      t: texts,
      says: texts.confirmBy(LIMITS.unconfirmedWishHours)[arrival ?? 'none'],
      url: url === null ? '' : inLanguage(url, choice.language),
      again: firstStep(choice),
    },
  }
}

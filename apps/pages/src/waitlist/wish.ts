/** The page behind the link of a wish: how it stands, and, when time is kept for the client, taking it or not. */
import { LINK_PATHS, problemOf } from '@scheduling/core'
import { addressOf } from '../booking/choice.ts'
import { noticeText } from '../booking/notice.ts'
import type { Visit } from '../booking/offer.ts'
import { BOOKING_TEXTS } from '../booking/texts.ts'
import { LANGUAGES, languageOf, type Language } from '../language.ts'
import type { Answers, Area, Handler, Page, PageRequest, Visitor } from '../page.ts'
import { DEEDS, PARAMETERS, type Deed } from '../paths.ts'
import { clock, dayAndHour, hour, length, money, nearDay, weekdayName } from '../written.ts'
import { WEEK } from './days.ts'
import { WAITLIST_TEXTS, type WaitlistTexts } from './texts.ts'

type Wish = Answers['getWish']

const PLAIN_SECONDS = 60
const WHOLE_DAY = 1440

type Notice = { readonly text: string; readonly status: number }

const showWish: Handler = (request, token) => wishPage(request, token, null)

async function wishPage(request: PageRequest, token: string, notice: Notice | null): Promise<Page> {
  const wish = await request.visitor.getWish({ token })
  const { organization, offer, status } = wish
  const language = languageOf(
    request.query.get(PARAMETERS.language),
    request.acceptLanguage,
    organization.language,
  )
  const texts = WAITLIST_TEXTS[language]
  const isNew = status === 'WAITING' && request.query.has(PARAMETERS.isNew)
  const told = notice?.text ?? (isNew ? texts.isNew : '')
  const says = { WAITING: texts.waits, EXPIRED: texts.ended, REMOVED: texts.ended }
  const { slug } = organization
  return {
    status: notice?.status ?? 200,
    language,
    title: texts.status[status],
    organization,
    template: 'waitlist/wish.njk',
    ...(status === 'WAITING' ? { refreshSeconds: PLAIN_SECONDS } : {}),
    view: {
      t: texts,
      notice: told,
      noticeRole: notice === null ? 'status' : 'alert',
      says: status in says ? says[status as keyof typeof says] : '',
      rows: factsOf(wish, texts, language),
      offer: offer === null ? null : offerView(request, token, wish, language),
      booking: wish.appointment_url === null ? '' : new URL(wish.appointment_url).pathname,
      leave: wish.can_leave ? addressAt(request, token, 'leave') : '',
      again: wish.can_leave || slug === null ? '' : `/${slug}`,
    },
  }
}

function offerView(request: PageRequest, token: string, wish: Wish, language: Language) {
  const texts = WAITLIST_TEXTS[language]
  const { offer, organization, services } = wish
  if (offer === null) throw new Error('Nothing is offered.')
  const { time_zone: zone } = organization
  const { facts } = texts
  const booking = BOOKING_TEXTS[language]
  const deposit = money(offer.deposit_amount, language)
  return {
    rows: [
      { label: facts.services, value: services.join(' + ') },
      { label: facts.professional, value: offer.professional },
      { label: facts.when, value: dayAndHour(offer.start, language, zone) },
      { label: facts.length, value: length(offer.duration_minutes) },
      { label: facts.price, value: money(offer.price, language) },
      { label: facts.deposit, value: deposit },
      { label: facts.until, value: hour(offer.held_until, language, zone) },
    ],
    rules: noticeText(organization.client_notice_minutes, booking),
    take: addressAt(request, token, 'take'),
    decline: addressAt(request, token, 'decline'),
    button: deposit === null ? texts.take : texts.takeAndPay,
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
    { label: facts.professional, value: wish.professional ?? texts.anybody },
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

/** The language that the page's address names goes along. */
function addressAt({ query }: Pick<PageRequest, 'query'>, token: string, deed?: Deed): string {
  const language = LANGUAGES.find((one) => one === query.get(PARAMETERS.language))
  const path = `/${LINK_PATHS.waitlist_wish}/${token}${deed === undefined ? '' : `/${DEEDS[deed]}`}`
  return language === undefined ? path : `${path}?${PARAMETERS.language}=${language}`
}

/** Done, the browser goes on to a page, so that to reload it sends nothing again. Refused, the page says how it stands. */
function deed(act: (visitor: Visitor, token: string) => Promise<string | null>) {
  const toPage: Handler = (request, token) =>
    Promise.resolve({ seeOther: addressAt(request, token) })
  const post: Handler = async (request, token) => {
    try {
      return { seeOther: (await act(request.visitor, token)) ?? addressAt(request, token) }
    } catch (error) {
      return refusedPage(request, token, error)
    }
  }
  // A form's address that is opened as a page, such as by going back, is the page.
  return { GET: toPage, POST: post }
}

async function refusedPage(request: PageRequest, token: string, error: unknown): Promise<Page> {
  const problem = problemOf(error)
  if (problem.status !== 409) throw problem
  const page = await wishPage(request, token, { text: '', status: problem.status })
  const texts = WAITLIST_TEXTS[page.language]
  const isKept = page.title === texts.status.OFFERED && problem.code === 'action_not_allowed'
  const notice = isKept ? texts.tooManyBookings : texts.refused
  return { ...page, view: { ...page.view, notice } }
}

export const WISH: Area = {
  steps: {
    '': { GET: showWish },
    [DEEDS.take]: deed(async (visitor, token) => {
      const { url } = await visitor.bookOffer({ token })
      return url === null ? null : `${new URL(url).pathname}?${PARAMETERS.isNew}=1`
    }),
    [DEEDS.decline]: deed(async (visitor, token) => {
      await visitor.declineOffer({ token })
      return null
    }),
    [DEEDS.leave]: deed(async (visitor, token) => {
      await visitor.leaveWaitlist({ token })
      return null
    }),
  },
}

/** Where the client's page cannot be shown: in a frame. */
export function wishDonePage({ choice, offer, language }: Visit, url: string | null): Page {
  const texts = WAITLIST_TEXTS[language]
  const nothing = { serviceIds: [], professionalId: null, date: null, since: null, start: null }
  return {
    language,
    title: texts.status.WAITING,
    organization: offer,
    template: 'waitlist/done.njk',
    isEmbedded: choice.isEmbedded,
    view: { t: texts, url: url ?? '', again: addressOf({ ...choice, ...nothing }, null) },
  }
}

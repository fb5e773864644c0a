/** The page of an e-mail to a client: state, card and button come from the record, whatever the text is. */
import type { Organization } from '@scheduling/database'
import {
  joined,
  ACTION_WORDS,
  CODE_WORDS,
  STATE_WORDS,
  stateOfAppointment,
  type ActionWord,
  type MailAction,
  type MailPage,
  type MailRow,
  type Purpose,
  type StateWord,
} from '@scheduling/messaging'
import type { Service } from '../context.ts'
import { zoneName } from '../ground/day-and-hour.ts'
import type { Language } from '../ground/language.ts'
import { logoPath } from '../organization/logo.ts'
import type { Facts } from './facts.ts'
import { dueIn, isUnpaid, priceIn, statusOfBooking, whatIn, whereIn } from './written-facts.ts'

type Look = {
  /** Null: that of the record. */
  readonly state: StateWord | null
  /** What the link of the message does. Null: it shows the record, which may be changed there. */
  readonly link: ActionWord | null
  /** What is over: the button books again. */
  readonly isOver: boolean
}

const ABOUT_RECORD: Look = { state: null, link: null, isOver: false }
const ANSWER = ABOUT_RECORD

const LOOKS: Readonly<Record<Purpose, Look>> = {
  booked: ABOUT_RECORD,
  confirmed: ABOUT_RECORD,
  moved: { state: 'moved', link: null, isOver: false },
  room: { state: 'room', link: null, isOver: false },
  cancelled: { state: 'cancelled', link: null, isOver: true },
  reminder: { state: 'reminder', link: null, isOver: false },
  joined: { state: 'queued', link: null, isOver: false },
  called: { state: 'called', link: 'come', isOver: false },
  no_show: { state: 'over', link: null, isOver: true },
  deposit_asked: { state: 'unpaid', link: null, isOver: false },
  deposit_paid: { state: 'paid', link: null, isOver: false },
  deposit_expired: { state: 'cancelled', link: null, isOver: true },
  deposit_refunded: { state: 'refunded', link: null, isOver: false },
  link: { state: 'link', link: null, isOver: false },
  wish: { state: 'unconfirmed', link: 'confirmWish', isOver: false },
  offer: { state: 'offered', link: 'answerOffer', isOver: false },
  answer_confirmed: ANSWER,
  answer_open: ANSWER,
  answer_unpaid: ANSWER,
  answer_too_late: ANSWER,
  answer_stopped: ANSWER,
  answer_started: ANSWER,
}

const WORDS = {
  pt: {
    service: 'Serviço',
    professional: 'Profissional',
    where: 'Onde',
    zone: 'Fuso',
    price: 'Valor',
    deposit: 'Sinal',
    until: (limit: string) => `Você pode remarcar ou cancelar até ${limit}.`,
    why: (name: string, where: string) =>
      `Você recebe este e-mail ${joined('de', name)} porque este endereço foi informado ${where}. Respostas não são lidas.`,
    given: {
      appointment: 'no agendamento',
      queue: 'ao entrar na fila',
      waitlist: 'na lista de espera',
    },
    stop: 'Parar de receber',
  },
  en: {
    service: 'Service',
    professional: 'Professional',
    where: 'Where',
    zone: 'Time zone',
    price: 'Price',
    deposit: 'Deposit',
    until: (limit: string) => `You can move or cancel it until ${limit}.`,
    why: (name: string, where: string) =>
      `You get this e-mail from ${name} because this address was given ${where}. Replies are not read.`,
    given: {
      appointment: 'for the appointment',
      queue: 'when joining the queue',
      waitlist: 'for the waitlist',
    },
    stop: 'Stop these e-mails',
  },
} as const

/** @param message its facts as they are written in its language */
export function mailPage(
  work: Pick<Service, 'publicBaseUrl'> & {
    readonly organization: Pick<
      Organization,
      'name' | 'slug' | 'logoVersion' | 'brandColor' | 'timeZone'
    >
  },
  message: {
    readonly purpose: Purpose
    readonly facts: Facts
    readonly language: Language
    readonly unsubscribeUrl: string | null
  },
): MailPage {
  const { organization } = work
  const { purpose, facts, language, unsubscribeUrl } = message
  const { state, isOver } = LOOKS[purpose]
  const words = WORDS[language]
  const word = state ?? stateOf(facts)
  const { record, deposit, enter, map, again } = actionsOf(purpose, facts, language)
  const pay = isUnpaid(facts) ? deposit : null
  const button = isOver ? again : (pay ?? record)
  const also = button === pay && pay !== null ? record : null
  const canChange = !isOver && facts.changes_until !== null && facts.changes_until !== facts.when
  const logo = logoPath(organization)
  const preview = [facts.when, whatIn(facts, language)].filter((part) => part !== null)
  const place = purpose === 'called' ? null : facts.place
  return {
    language,
    sender: {
      name: organization.name,
      logoUrl: logo === null ? null : `${work.publicBaseUrl}${logo}`,
      color: organization.brandColor,
      place,
    },
    state: word === null ? null : STATE_WORDS[word][language],
    preview: preview.join(' · '),
    card: {
      when: facts.when === null ? null : asHeading(facts.when),
      rows: rowsOf(facts, language, {
        where: enter ?? map,
        zone: zoneIn(facts, language, organization),
      }),
      asText: facts.details ?? '',
    },
    button,
    more: {
      text: canChange ? words.until(facts.changes_until ?? '') : null,
      action: also,
    },
    code:
      facts.payment_code === null || !isUnpaid(facts)
        ? null
        : { label: CODE_WORDS[language], text: facts.payment_code },
    actions: [record, deposit, enter, map, again].filter((action) => action !== null),
    why: words.why(organization.name, words.given[givenIn(purpose, facts)]),
    unsubscribe: unsubscribeUrl === null ? null : { label: words.stop, url: unsubscribeUrl },
  }
}

/** `Terça, 1º de dezembro, às 10h30`: it begins a line of its own. `at 10:30` and `1 December` stay whole. */
function asHeading(when: string): string {
  const [first = ''] = when
  return `${first.toUpperCase()}${when.slice(1)}`.replace(/ (?=\S+$)|(?<=\d) (?=[A-Z])/g, '\u00a0')
}

/** The state of an appointment that is to take place. */
function stateOf(facts: Facts): StateWord | null {
  const status = statusOfBooking(facts)
  return status === null ? null : stateOfAppointment(status, { isUnpaid: isUnpaid(facts) })
}

/** What the links of a message do. Null: it has no such link. */
function actionsOf(purpose: Purpose, facts: Facts, language: Language) {
  const action = (word: ActionWord, url: string | null): MailAction | null =>
    url === null ? null : { label: ACTION_WORDS[word][language], url }
  const shows = facts.start === null ? 'follow' : facts.changes_until === null ? 'see' : 'change'
  const isAboutDeposit = facts.payment_url !== null && facts.link === facts.payment_url
  const recordUrl = isAboutDeposit ? facts.booking_link : facts.link
  return {
    record: action(LOOKS[purpose].link ?? shows, recordUrl),
    deposit: action(isUnpaid(facts) ? 'pay' : 'deposit', facts.payment_url),
    enter: action('enter', facts.meeting_url),
    map: action('map', facts.map_url),
    again: action('again', facts.page),
  }
}

/** Of an online appointment, whose client may be anywhere. */
function zoneIn(
  { type, start }: Facts,
  language: Language,
  { timeZone }: Pick<Organization, 'timeZone'>,
): string | null {
  return type === 'TELEMEDICINE' && start !== null ? zoneName(start, language, timeZone) : null
}

function rowsOf(
  facts: Facts,
  language: Language,
  { where, zone }: { readonly where: MailAction | null; readonly zone: string | null },
): MailRow[] {
  const words = WORDS[language]
  const rows: readonly (readonly [
    label: string,
    value: string | null,
    action?: MailAction | null,
  ])[] = [
    [words.service, facts.services],
    [words.professional, facts.professional_name],
    [words.where, whereIn(facts, language), where],
    [words.zone, zone],
    [words.price, priceIn(facts)],
    [words.deposit, dueIn(facts, language)],
  ]
  return rows.flatMap(([label, value, action]) =>
    value === null ? [] : [{ label, value, action: action ?? undefined }],
  )
}

function givenIn(purpose: Purpose, facts: Facts): 'appointment' | 'queue' | 'waitlist' {
  if (purpose === 'wish' || purpose === 'offer') return 'waitlist'
  return facts.start === null ? 'queue' : 'appointment'
}

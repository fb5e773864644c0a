/**
 * Where a message should arrive about what was just made. It follows from what was typed and from what is connected, never
 * from what is stored: a stranger who types a contact learns nothing of it.
 */
import type { Answers, PageRequest } from '../page.ts'
import { ARRIVALS, PARAMETERS, type Arrival } from '../paths.ts'
import { detailIn } from './link.ts'
import type { Language, Texts } from '../language.ts'

const TEXTS: Texts<Readonly<Record<Arrival | 'none', string>>> = {
  pt: {
    whatsapp: 'Uma mensagem deve chegar ao WhatsApp do celular que você digitou.',
    email: 'Uma mensagem deve chegar ao e-mail que você digitou.',
    none: 'Ele está só nesta tela: copie ou compartilhe antes de sair.',
  },
  en: {
    whatsapp: 'A message should arrive on WhatsApp, at the number you typed.',
    email: 'A message should arrive at the e-mail address you typed.',
    none: 'It is on this screen only: copy or share it before you leave.',
  },
}

type Typed = { readonly email: string; readonly phone: string; readonly whatsapp: string }

/** Null: nothing can be sent to what was typed. */
export function arrivalFor(
  { email, phone, whatsapp }: Typed,
  { channels, livemode }: Pick<Answers['getOrganization'], 'channels' | 'livemode'>,
): Arrival | null {
  if (!livemode) return null
  if (phone !== '' && whatsapp !== '' && channels.whatsapp) return 'whatsapp'
  return email !== '' && channels.email ? 'email' : null
}

export function arrivalText(arrival: Arrival | null, language: Language): string {
  return arrival === null ? '' : TEXTS[language][arrival]
}

/** As the address of a record's page says it, where the record was just made. */
export function arrivalIn({ query }: Pick<PageRequest, 'query'>): Arrival | null {
  return ARRIVALS.find((way) => way === query.get(PARAMETERS.arrival)) ?? null
}

/** What the page of a record says beside how it stands; of a new one, with where a message should arrive, or that none will. */
export function withArrival<Text extends string | null>(
  text: Text,
  request: Pick<PageRequest, 'query'>,
  language: Language,
): Text | string {
  if (detailIn(request) !== 'new' || !text) return text
  return `${text} ${TEXTS[language][arrivalIn(request) ?? 'none']}`
}

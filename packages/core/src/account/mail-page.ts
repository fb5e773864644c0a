/** The page of a mail that is no message to a client: of an account, or of webhooks. */
import { joined, type MailPage } from '@scheduling/messaging'
import type { Service } from '../context.ts'
import { languageOf } from '../ground/language.ts'

/** What the product is called in its mails. */
const PRODUCT = 'Agenda'

/** By the path of the link. */
const LINK_WORDS: Readonly<Record<string, { readonly pt: string; readonly en: string }>> = {
  invite: { pt: 'Escolher a senha e entrar', en: 'Choose a password and sign in' },
  reset: { pt: 'Escolher a nova senha', en: 'Choose the new password' },
  email: { pt: 'Confirmar o novo e-mail', en: 'Confirm the new e-mail' },
}

const WHY = {
  pt: (team: string) =>
    `${PRODUCT} é o sistema de agendamento ${joined('de', team)}. Respostas não são lidas.`,
  en: (team: string) => `${PRODUCT} is the booking system of ${team}. Replies are not read.`,
} as const

/** @param body a line that is one of our links becomes the button */
export function accountMailPage(
  { publicBaseUrl }: Pick<Service, 'publicBaseUrl'>,
  organization: { readonly name: string; readonly language: string },
  body: string,
): MailPage {
  const language = languageOf(organization)
  const lines = body.split('\n')
  const [button] = lines.flatMap((line) => {
    const [start, kind = ''] = /^(.+)\/app\/(\w+)#[\w-]+$/.exec(line)?.slice(1) ?? []
    const label = start === publicBaseUrl ? LINK_WORDS[kind]?.[language] : undefined
    return label === undefined ? [] : [{ label, url: line }]
  })
  return {
    language,
    sender: { name: PRODUCT, logoUrl: null, color: null, place: null },
    state: null,
    preview: lines.find((line) => /[.:]$/.test(line)) ?? '',
    card: null,
    button: button ?? null,
    more: { text: null, action: null },
    code: null,
    actions: button === undefined ? [] : [button],
    why: WHY[language](organization.name),
    unsubscribe: null,
  }
}

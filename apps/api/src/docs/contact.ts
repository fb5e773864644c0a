/** What the operator of the service tells its callers: where they find help, and what to let through their firewalls. */
import { escaped } from './escaped.ts'
import type { Language } from './language.ts'

export type Contact = {
  /** An e-mail address, or an address that begins with `https:`. */
  readonly support?: string | undefined
  /** IP addresses and networks that webhooks come from. Empty: they are not told. */
  readonly webhookAddresses: readonly string[]
}

export const NO_CONTACT: Contact = { webhookAddresses: [] }

const WORDS = {
  en: {
    support: 'Support',
    help: 'Support, if you need help: ',
    addresses: 'Our requests come from these addresses, for the allow list of your firewall:',
    proof: 'Check the signature all the same: an address alone proves nothing.',
  },
  'pt-BR': {
    support: 'Suporte',
    help: 'Suporte, se você precisar de ajuda: ',
    addresses:
      'Nossas requisições saem destes endereços, para a lista de permissões do seu firewall:',
    proof: 'Verifique a assinatura mesmo assim: um endereço sozinho não prova nada.',
  },
} as const

/** Markdown; empty where there is none. A page of another host cannot be a link in the text, so its address is shown. */
export function supportText({ support }: Contact, language: Language): string {
  return support === undefined ? '' : `${WORDS[language].help}\`${support}\`.`
}

/** HTML, for the foot of each page. */
export function supportLink({ support }: Contact, language: Language): string {
  if (support === undefined) return ''
  const address = support.startsWith('https:') ? support : `mailto:${support}`
  return `<footer><a href="${escaped(address)}">${WORDS[language].support}: ${escaped(support)}</a></footer>`
}

/** Where a guide shows the addresses of webhooks. */
const PLACE = '<!-- webhook addresses -->'

export function withAddresses(
  markdown: string,
  { webhookAddresses }: Contact,
  language: Language,
): string {
  if (webhookAddresses.length === 0) return markdown
  const { addresses, proof } = WORDS[language]
  const list = webhookAddresses.map((address) => `- \`${address}\``).join('\n')
  return markdown.replace(PLACE, () => `${addresses}\n\n${list}\n\n${proof}`)
}

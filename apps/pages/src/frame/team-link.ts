/** The words that send a client to the team, which pages turn into a link that does it. */
import type { Organization } from '../page.ts'

const WORDS = /fale com a equipe|talk to the team/i

/** WhatsApp, else a call; null: the organization has told neither. */
export function teamAddress(organization: Organization | null): string | null {
  if (organization === null) return null
  const { phone, whatsapp_url: whatsapp } = organization
  return whatsapp ?? (phone === null ? null : `tel:${phone}`)
}

/** A text around the first words of that kind. */
export function aroundTeam(text: string) {
  const found = WORDS.exec(text)
  if (found === null) return { before: text, words: '', after: '' }
  const [words] = found
  return {
    before: text.slice(0, found.index),
    words,
    after: text.slice(found.index + words.length),
  }
}

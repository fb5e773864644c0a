/** What may be wrong with a contact that is well formed: asked once, after the form was sent, and never refused. */
import { inCountry, Visitor } from '@scheduling/core'
import type { PersonTexts } from './person-texts.ts'
import { clientOf, type Person } from './person.ts'

/** Where most people have their mail. */
const USUAL = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'yahoo.com.br',
  'hotmail.com.br',
  'outlook.com.br',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'globo.com',
] as const

/** Domains that exist, and look like one of the usual ones. */
const REAL = new Set<string>([
  ...USUAL,
  'mail.com',
  'ymail.com',
  'email.com',
  'gmx.com',
  'ig.com.br',
])

const MOST_CHARACTERS = 24
const MOST_SLIPS = 2

/** The address that was probably meant; null: nothing looks mistyped. */
export function emailMeant(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || domain.length > MOST_CHARACTERS || REAL.has(domain)) return null
  const near = USUAL.map((usual) => ({ usual, slips: slipsBetween(domain, usual) }))
  const nearest = near.reduce((one, other) => (other.slips < one.slips ? other : one))
  return nearest.slips <= MOST_SLIPS ? `${email.slice(0, at)}@${nearest.usual}` : null
}

/** Letters that are missing, too many, other ones, or in the wrong order beside each other. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_SLIPS) return MOST_SLIPS + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** A number of Brazil that is no mobile one. */
const LANDLINE = /^\+55\d\d[2-5]\d{7}$/

export type ContactHints = {
  /** Beside what was typed; each is a way on, and none is a refusal. */
  readonly email: { readonly text: string; readonly value: string; readonly take: string } | null
  readonly landline: string
}

/** Null: nothing looks wrong, or it was said before. */
export function hintsFor(
  person: Person,
  texts: PersonTexts,
  offer: { readonly country: string; readonly channels: { readonly whatsapp: boolean } },
): ContactHints | null {
  if (person.hinted !== '') return null
  const meant = person.email === '' ? null : emailMeant(person.email)
  const read = inCountry(offer, () => Visitor.safeParse(clientOf(person)))
  const isByWhatsapp = offer.channels.whatsapp && person.whatsapp !== ''
  const isLandline = isByWhatsapp && read.success && LANDLINE.test(read.data.phone ?? '')
  if (meant === null && !isLandline) return null
  return {
    email:
      meant === null
        ? null
        : { text: texts.meant(meant), value: meant, take: texts.takeMeant(meant) },
    landline: isLandline ? texts.landline : '',
  }
}

/** What the form sends along with what is shown now: hints are shown once. */
export function afterHints(person: Person, hints: ContactHints | null): Person {
  return hints === null ? person : { ...person, hinted: '1' }
}

/** The cards of the professionals who can be booked, and when each of them is free next. */
import type { Language } from '../language.ts'
import type { Answers, PageRequest } from '../page.ts'
import { DAYS } from '../times/times.ts'
import { whoChoices } from '../times/who.ts'
import type { Visit } from './offer.ts'

type FreeDates = Answers['nextDates']['data']

/**
 * The next free days with any professional. Null: the page looks for them already, since it shows the next days of all; one more
 * look is needed where it shows those of one professional, or later ones.
 */
export async function soonestOf(
  { visitor }: Pick<PageRequest, 'visitor'>,
  { choice, services, professionals }: Visit,
  { isTaken }: { readonly isTaken: boolean },
): Promise<FreeDates | null> {
  if (professionals.length < 2) return null
  const { professionalId, since, month } = choice
  if (professionalId === null && since === null && month === null && !isTaken) return null
  const asked = { slug: choice.slug, service_ids: services.map(({ id }) => id), limit: DAYS }
  return (await visitor.nextDates(asked)).data
}

type Reader = { readonly today: string; readonly language: Language }

export function whoOf(
  { choice, offer, professionals }: Visit,
  dates: FreeDates,
  { texts, ...reader }: Reader & { readonly texts: { readonly anyProfessional: string } },
) {
  return whoChoices({
    professionals,
    services: offer.services,
    dates,
    chosen: choice.professionalId,
    anyProfessional: texts.anyProfessional,
    ...reader,
  })
}

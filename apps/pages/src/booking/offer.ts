/** What is offered, and what the visitor chose. */
import { languageOf, type Language } from '../language.ts'
import type { Answers, PageRequest } from '../page.ts'
import { money, sum } from '../written.ts'
import type { Choice } from './choice.ts'

export type Offer = Answers['getOrganization']
export type Offered = Offer['services'][number]
export type Professional = Offer['professionals'][number]

/** A visit as far as it was chosen, with what the organization offers. */
export type Visit = {
  /** Without what is not offered any more. */
  readonly choice: Choice
  /** A service was chosen that is not offered any more. */
  readonly isStale: boolean
  /** A professional was chosen who does not perform the services any more. */
  readonly hasLeft: boolean
  readonly offer: Offer
  readonly language: Language
  /** Those of the choice that can be booked. */
  readonly services: readonly Offered[]
  /** Who performs all of them. */
  readonly professionals: readonly Professional[]
}

export async function visitOf(
  { visitor, acceptLanguage }: Pick<PageRequest, 'visitor' | 'acceptLanguage'>,
  choice: Choice,
  more: { readonly with_hours?: boolean } = {},
): Promise<Visit> {
  const offer = await visitor.getOrganization({ slug: choice.slug, ...more })
  const services = scheduled(offer).filter(({ id }) => choice.serviceIds.includes(id))
  const professionals = performersOf(offer, services)
  const serviceIds = choice.serviceIds.filter((id) => services.some((one) => one.id === id))
  const professional = professionals.find(({ id }) => id === choice.professionalId)
  return {
    choice: { ...choice, serviceIds, professionalId: professional?.id ?? null },
    isStale: serviceIds.length < choice.serviceIds.length,
    hasLeft: choice.professionalId !== null && professional === undefined,
    offer,
    language: languageOf(choice.language, acceptLanguage, offer.language),
    services,
    professionals,
  }
}

export function scheduled({ services }: Offer): readonly Offered[] {
  return services.filter(({ booking_mode: mode }) => mode === 'SCHEDULED')
}

export function queued({ services }: Offer): readonly Offered[] {
  return services.filter(({ booking_mode: mode }) => mode === 'QUEUE')
}

function performersOf({ professionals }: Offer, services: readonly Offered[]): Professional[] {
  if (services.length === 0) return []
  const performers = services.map(({ professional_ids: ids }) => new Set(ids))
  return professionals.filter(({ id }) => performers.every((those) => those.has(id)))
}

export type Total = {
  readonly minutes: number
  /** Of the services that have one, as the appointment will have it. Null: none has. */
  readonly price: string | null
  /** Null: none is asked for. */
  readonly deposit: string | null
}

export function totalOf(services: readonly Offered[], language: Language): Total {
  return {
    minutes: services.reduce((minutes, service) => minutes + service.duration_minutes, 0),
    price: money(sum(services.map(({ price }) => price)), language),
    deposit: money(sum(services.map((service) => service.deposit_amount)), language),
  }
}

/** The page of an organization as search engines and messengers show it. */
import { PREVIEW } from '../frame/pictures.ts'
import type { Language } from '../language.ts'
import type { Outside } from '../page.ts'
import { clock } from '../written.ts'
import { addressOf } from './choice.ts'
import { scheduled, type Offer, type Offered, type Visit } from './offer.ts'
import { BOOKING_TEXTS } from './texts.ts'

/** Named in the description; the rest is counted. */
const NAMED_SERVICES = 3
/** Described as data. */
const MOST_OFFERS = 50

/** @param base the address of the service */
export function outsideOf(offer: Offer, base: string, language: Language): Outside {
  const texts = BOOKING_TEXTS[language]
  const address = `${base}/${offer.slug ?? ''}`
  const city = offer.address?.city ?? null
  const services = scheduled(offer)
  const named = services.slice(0, NAMED_SERVICES).map(({ name }) => name)
  return {
    address,
    title: texts.outsideTitle(offer.name, city),
    description: texts.outside(offer.name, named, services.length - named.length),
    picture: `${base}${offer.logo_url ?? PREVIEW.path}`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      '@id': address,
      name: offer.name,
      url: address,
      image: offer.logo_url === null ? undefined : `${base}${offer.logo_url}`,
      description: offer.welcome_text ?? undefined,
      telephone: offer.phone ?? undefined,
      hasMap: offer.map_url ?? undefined,
      address: placeOf(offer),
      openingHoursSpecification: offer.week_hours.map(hoursOf),
      makesOffer: services.slice(0, MOST_OFFERS).map(offerOf),
    },
  }
}

/** The times of services, as a link to them is shown in a chat. What search engines read is the page of the organization. */
export function outsideOfTimes(
  { offer, choice, services, language }: Visit,
  base: string,
): Outside {
  const texts = BOOKING_TEXTS[language]
  const names = services.map(({ name }) => name)
  const { slug, serviceIds } = choice
  const nothingElse = { professionalId: null, date: null, since: null, month: null, start: null }
  const plain = { slug, serviceIds, ...nothingElse, language: null, embed: null }
  const organization = outsideOf(offer, base, language)
  return {
    ...organization,
    address: `${base}${addressOf(plain, 'times')}`,
    title: `${names.join(' + ')} · ${organization.title}`,
    description: texts.outside(offer.name, names, 0),
    data: null,
  }
}

function placeOf({ address, country }: Offer): object | undefined {
  if (address === null) return undefined
  const { street, number, complement, city, state, postal_code } = address
  const line = [street, number, complement].filter((part) => part !== null).join(', ')
  return {
    '@type': 'PostalAddress',
    streetAddress: line === '' ? undefined : line,
    addressLocality: city ?? undefined,
    addressRegion: state ?? undefined,
    postalCode: postal_code ?? undefined,
    addressCountry: country,
  }
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function hoursOf({ weekday, opens_minute, closes_minute }: Offer['week_hours'][number]): object {
  const isMidnight = closes_minute % 1440 === 0
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: WEEKDAYS[weekday],
    opens: clock(opens_minute),
    // Search engines read 00:00 as the midnight before.
    closes: isMidnight ? '23:59' : clock(closes_minute),
  }
}

function offerOf({ name, description, price, currency }: Offered): object {
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name, description: description ?? undefined },
    ...(price === null ? {} : { price, priceCurrency: currency }),
  }
}

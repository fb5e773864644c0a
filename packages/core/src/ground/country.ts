/**
 * The country of the organization that a call is about. Schemas read phone numbers by it: they have no other way to know
 * the organization.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { getCountries, type CountryCode } from 'libphonenumber-js/max'
import { fault, valueText } from './fields.ts'

const DEFAULT: CountryCode = 'BR'

const calls = new AsyncLocalStorage<string>()

/** ISO 3166-1 alpha-2, of every country that has phone numbers. */
export const COUNTRIES: readonly string[] = getCountries().filter(
  // Islands that ISO has no code of their own for.
  (code) => code !== 'AC' && code !== 'TA',
)

export const Country = valueText().superRefine((code, context) => {
  if (COUNTRIES.includes(code)) return
  const message = 'This is not a country. Expected its two letters of ISO 3166-1, such as BR.'
  context.addIssue(fault('invalid_value', message))
})

/** Does `work` for an organization of this country. What it starts, and waits for, sees the country too. */
export function inCountry<Result>(
  { country }: { readonly country: string },
  work: () => Result,
): Result {
  return calls.run(country, work)
}

/** Outside of calls: Brazil. */
export function countryOfCall(): CountryCode {
  return (calls.getStore() ?? DEFAULT) as CountryCode
}

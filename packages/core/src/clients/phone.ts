import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { countryOfCall } from '../ground/country.ts'

/**
 * A phone number, written in any common way, in E.164; null if it is not a phone number. A number without a
 * country code belongs to the country of the call; in Brazil it needs its area code.
 *
 * An extension is refused: E.164 has no place for it, and without it a call would reach another person. A
 * Brazilian mobile number may lack its ninth digit, as in old address books and messaging apps. It is stored as
 * sent, and `phoneKey` is the same for both forms.
 */
export function normalPhone(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    // "0xx11 3456-7890": the old notation for any carrier.
    .replace(/^\(?0(?:xx|\*\*) ?/i, '(0')
  for (const candidate of plain.startsWith('00') ? [`+${plain.slice(2)}`, plain] : [plain]) {
    const number = parsePhoneNumberFromString(candidate, {
      defaultCountry: countryOfCall(),
      extract: false,
    })
    if (number !== undefined && number.ext === undefined && isDialable(number)) return number.number
  }
  return null
}

/** As it is dialled in the country of the organization, and with its country code where it belongs to another. @param phone E.164 */
export function phoneWritten(phone: string, country: string): string {
  const number = parsePhoneNumberFromString(phone)
  if (number === undefined) return phone
  return number.country === country ? number.formatNational() : number.formatInternational()
}

/** The form in which phones are compared: E.164, and a Brazilian mobile number without its ninth digit. */
export function phoneKey(phone: string): string {
  return phone.replace(WITH_NINTH_DIGIT, '+55$1$2')
}

/** The phone as stored and, for a Brazilian mobile number, also without its ninth digit, or with it. E.164. */
export function phoneForms(phone: string): string[] {
  const others = [phoneKey(phone), phone.replace(WITHOUT_NINTH_DIGIT, '+55$19$2')]
  return [...new Set([phone, ...others])]
}

/** Whether `phone` is `stored` without its ninth digit. Both are E.164. */
export function isOldFormOf(phone: string | null, stored: string | null): boolean {
  return phone !== null && stored !== null && phone !== stored && phone === phoneKey(stored)
}

// Mobile numbers had eight digits and began with 6 to 9 until 2012-2016, when a 9 was added in front of them.
// Later numbers, such as 9 3456-7890, never had eight digits: without their 9 they would be landline numbers.
const WITH_NINTH_DIGIT = /^\+55([1-9]\d)9([6-9]\d{7})$/
const WITHOUT_NINTH_DIGIT = /^\+55([1-9]\d)([6-9]\d{7})$/

function isDialable(number: PhoneNumber): boolean {
  if (number.isValid()) return true
  const complete = number.number.replace(WITHOUT_NINTH_DIGIT, '+55$19$2')
  return complete !== number.number && parsePhoneNumberFromString(complete)?.getType() === 'MOBILE'
}

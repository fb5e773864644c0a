import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'

const HOME = 'BR'

/**
 * Any common way of writing a phone number → E.164, or null when it is none. Without a country code the
 * number is Brazilian and needs its area code.
 *
 * An extension is refused: E.164 has no place for it, and dropping it would reach somebody else. A
 * Brazilian mobile may lack its ninth digit, as address books and messaging apps still have them; it is
 * kept as given, and `phoneKey` compares both forms.
 */
export function normalPhone(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    // "0xx11 3456-7890": the old way of leaving the carrier open.
    .replace(/^\(?0(?:xx|\*\*) ?/i, '(0')
  for (const candidate of plain.startsWith('00') ? [`+${plain.slice(2)}`, plain] : [plain]) {
    const number = parsePhoneNumberFromString(candidate, {
      defaultCountry: HOME,
      extract: false,
    })
    if (number !== undefined && number.ext === undefined && isDialable(number)) return number.number
  }
  return null
}

/** What two phones are compared by: E.164, a Brazilian mobile without its ninth digit. */
export function phoneKey(phone: string): string {
  return phone.replace(WITH_NINTH_DIGIT, '+55$1$2')
}

/** The phone as it is kept; of a Brazilian mobile also the form without its ninth digit, or with it. E.164. */
export function phoneForms(phone: string): string[] {
  const others = [phoneKey(phone), phone.replace(WITHOUT_NINTH_DIGIT, '+55$19$2')]
  return [...new Set([phone, ...others])]
}

/** Whether `phone` is `kept` without its ninth digit. Both E.164. */
export function isOldFormOf(phone: string | null, kept: string | null): boolean {
  return phone !== null && kept !== null && phone !== kept && phone === phoneKey(kept)
}

// Mobiles began with 6 to 9 before 2012-2016, when a 9 was put in front of them; later ones, such as
// 9 3456-7890, never had eight digits, and without their 9 they would be somebody's landline.
const WITH_NINTH_DIGIT = /^\+55([1-9]\d)9([6-9]\d{7})$/
const WITHOUT_NINTH_DIGIT = /^\+55([1-9]\d)([6-9]\d{7})$/

function isDialable(number: PhoneNumber): boolean {
  if (number.isValid()) return true
  const complete = number.number.replace(WITHOUT_NINTH_DIGIT, '+55$19$2')
  return complete !== number.number && parsePhoneNumberFromString(complete)?.getType() === 'MOBILE'
}

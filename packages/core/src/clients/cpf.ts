/** The 11 digits of a CPF with any punctuation; null if the check digits are wrong. */
export function normalCpf(text: string): string | null {
  const digits = text.normalize('NFKC').replace(/[\p{P}\p{Z}\p{Cf}\s]/gu, '')
  if (!/^[0-9]{11}$/.test(digits) || /^(.)\1{10}$/.test(digits)) return null
  return checkDigit(digits, 9) === Number(digits[9]) &&
    checkDigit(digits, 10) === Number(digits[10])
    ? digits
    : null
}

/** Modulo 11 over the first `count` digits, weighted count + 1 down to 2. */
function checkDigit(digits: string, count: number): number {
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += Number(digits[index]) * (count + 1 - index)
  return ((sum * 10) % 11) % 10
}

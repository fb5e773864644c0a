export type ChatLanguage = 'pt' | 'en'

const LOCALES = { pt: 'pt-BR', en: 'en-US' } as const satisfies Record<ChatLanguage, string>

/** A decimal text such as `1250.00`, never a floating-point number on the way. */
export function formatMoney(amount: string, currency: string, language: ChatLanguage): string {
  const format = new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency })
  return isDecimal(amount) ? format.format(amount) : amount
}

/** Intl formats decimal texts exactly; its type wants the proof that the text is one. */
function isDecimal(text: string): text is `${number}` {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text)
}

/** Day of the week, date and time in the zone (IANA name); null when the text is no date-time. */
export function formatDateTime(
  text: string,
  timezone: string,
  language: ChatLanguage,
): string | null {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) return null
  return new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
  }).format(instant)
}

/** `90` becomes `90 min`. */
export function formatMinutes(minutes: number): string {
  return `${minutes} min`
}

export function formatList(texts: readonly string[], language: ChatLanguage): string {
  return new Intl.ListFormat(LOCALES[language]).format(texts)
}

/** Addresses of files that the browser downloads with its session. */
import type { Language } from '../words/language.tsx'

export function downloadAddress(name: string, input: object): string {
  return `/download/${name}?${new URLSearchParams({ input: JSON.stringify(input) })}`
}

/**
 * A list as CSV. Spreadsheets in Portuguese take a semicolon, and all of them know UTF-8 by its mark.
 *
 * @param filters those of the list
 */
export function csvAddress(name: string, filters: object, language: Language): string {
  return downloadAddress(name, { ...filters, separator: language === 'pt' ? ';' : ',', bom: true })
}

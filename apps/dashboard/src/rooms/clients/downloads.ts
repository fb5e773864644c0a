/** Addresses of files that the browser downloads with its session. */
import type { Language } from '../../words/language.tsx'

const addressOf = (name: string, input: object): string =>
  `/download/${name}?${new URLSearchParams({ input: JSON.stringify(input) })}`

/** Spreadsheets in Portuguese take a semicolon, and all of them know UTF-8 by its mark. */
export function listDownload(q: string, language: Language): string {
  const form = { separator: language === 'pt' ? ';' : ',', bom: true }
  return addressOf('clients', q === '' ? form : { q, ...form })
}

/** Everything about one client, as a ZIP. */
export function personDownload(clientId: number): string {
  return addressOf('client', { client_id: clientId })
}

import { csvAddress, downloadAddress } from '../../parts/csv-download.ts'
import type { Language } from '../../words/language.tsx'

export function listDownload(q: string, language: Language): string {
  return csvAddress('clients', q === '' ? {} : { q }, language)
}

/** Everything about one client, as a ZIP. */
export function personDownload(clientId: number): string {
  return downloadAddress('client', { client_id: clientId })
}

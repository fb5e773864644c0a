import type MiniSearch from 'minisearch'
import type { SearchEntry } from './search-index.ts'

export function searchOf(
  library: typeof MiniSearch,
  entries: readonly SearchEntry[],
): (asked: string) => readonly { readonly url: string }[]

/** What an answer that is a success says. */
import { fromWire } from './names.ts'
import { unexpected } from './read-failure.ts'

/**
 * The record or the page, with the names of code; null for an answer that is to be empty.
 *
 * @throws SchedulingError `unexpected_answer` for what is no record, and no page where there are pages
 */
export function readSuccess(response: Response, text: string, isPage: boolean): unknown {
  if (response.status === 204) return null
  const found = recordIn(text)
  if (found === null || (isPage && !hasPages(found))) throw unexpected(response)
  return found
}

function recordIn(text: string): object | null {
  try {
    const found = fromWire(JSON.parse(text))
    return typeof found === 'object' && !Array.isArray(found) ? found : null
  } catch {
    return null
  }
}

function hasPages(page: object): boolean {
  const { data, nextCursor }: { data?: unknown; nextCursor?: unknown } = page
  return Array.isArray(data) && (nextCursor === null || typeof nextCursor === 'string')
}

/** What an answer that is a success says. */
import { fromWire } from './names.ts'
import { unexpected } from './read-failure.ts'

/** What an answer is read as: a record or a page with the names of code, or any JSON as the wire has it. */
export type Reads = 'record' | 'page' | 'wire'

/**
 * What was answered; null for an answer that is to be empty.
 *
 * @throws SchedulingError `unexpected_answer` for what is no record, and no page where there are pages
 */
export function readSuccess(response: Response, text: string, reads: Reads): unknown {
  if (response.status === 204) return null
  const found = recordIn(text, reads)
  if (found === null || (reads === 'page' && !hasPages(found))) throw unexpected(response)
  return found
}

function recordIn(text: string, reads: Reads): object | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const found = reads === 'wire' ? parsed : fromWire(parsed)
    return typeof found === 'object' && !Array.isArray(found) ? found : null
  } catch {
    return null
  }
}

function hasPages(page: object): boolean {
  const { data, nextCursor }: { data?: unknown; nextCursor?: unknown } = page
  return Array.isArray(data) && (nextCursor === null || typeof nextCursor === 'string')
}

/** From a name to one record. Ambiguous names are never guessed. */
import { localDateOf } from '@scheduling/availability'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { plainText } from '../clients/search.ts'
import { ToolRefusal } from './refusal.ts'
import { named, type Named } from './written-by-client.ts'

/**
 * The record with this name, else the only one whose name contains it. Case and accents are ignored.
 *
 * @param kind for the refusal: `service`, `professional`
 * @throws ToolRefusal `ambiguous` with the candidates, `no_match` with everything that there is
 */
export function chosen<Record extends Named>(
  kind: string,
  records: readonly Record[],
  wanted: string,
): Record {
  const text = plainText(wanted).trim()
  const same = records.filter(({ name }) => plainText(name) === text)
  const near = text === '' ? [] : records.filter(({ name }) => plainText(name).includes(text))
  const found = same.length > 0 ? same : near
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const [code, message, shown] =
    only === undefined
      ? (['no_match', `No ${kind} has this name.`, records] as const)
      : (['ambiguous', `Several ${kind}s have this name.`, found] as const)
  throw new ToolRefusal(code, message, {
    candidates: shown.slice(0, LIMITS.toolRecords).map(named),
  })
}

type Page<Record> = { readonly data: readonly Record[]; readonly next_cursor: string | null }

/** Services and professionals that a tool looks through. */
const MOST_PAGES = 3

/** All records of a list that is short by its nature. */
export async function allOf<Record>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<Record>>,
): Promise<Record[]> {
  const records: Record[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, next_cursor }: Page<Record> = await read({
      limit: LIMITS.pageSizeMax,
      ...(cursor === null ? {} : { cursor }),
    })
    records.push(...data)
    cursor = next_cursor
    if (cursor === null) break
  }
  return records
}

/** The date at the clinic. */
export function todayAt({ organization, now }: Pick<Context, 'organization' | 'now'>): string {
  return localDateOf(now(), organization.timeZone)
}

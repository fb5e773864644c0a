/** Metadata as it is typed, a row for each pair, and the change that makes the stored one the same. */

export type MetadataRow = {
  /** Keeps a row the same while it is typed. */
  readonly id: string
  readonly key: string
  readonly value: string
}

type RowFault = 'key' | 'twice'

const KEY = /^[A-Za-z0-9_.-]{1,40}$/

export function rowsOf(metadata: Readonly<Record<string, string>>): MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({ id: `kept ${key}`, key, value }))
}

/** By the id of the row. A row with nothing in it is left out. */
export function faultsOf(rows: readonly MetadataRow[]): ReadonlyMap<string, RowFault> {
  const seen = new Set<string>()
  const faults = new Map<string, RowFault>()
  for (const { id, key, value } of rows) {
    if (key === '' && value === '') continue
    if (!KEY.test(key)) faults.set(id, 'key')
    else if (seen.has(key)) faults.set(id, 'twice')
    seen.add(key)
  }
  return faults
}

/** Null for a key removes it. Empty: nothing changes. */
export function changeOf(
  before: Readonly<Record<string, string>>,
  rows: readonly MetadataRow[],
): Record<string, string | null> {
  const after = new Map(rows.filter(({ key }) => key !== '').map(({ key, value }) => [key, value]))
  const removed = Object.keys(before).filter((key) => !after.has(key))
  const written = [...after].filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...written])
}

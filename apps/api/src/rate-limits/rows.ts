/** A map of bounded size, which keeps the rows that were written last. */
export type Rows<Key, Row> = {
  get(key: Key): Row | undefined
  set(key: Key, row: Row): void
  delete(key: Key): void
  clear(): void
  entries(): Iterable<[Key, Row]>
}

/** A Map keeps the order of insertion: a row that is written moves to the end, and the first one is dropped. */
export function createRows<Key, Row>(capacity: number): Rows<Key, Row> {
  const rows = new Map<Key, Row>()
  return {
    get: (key) => rows.get(key),
    set(key, row) {
      rows.delete(key)
      rows.set(key, row)
      if (rows.size <= capacity) return
      for (const oldest of rows.keys()) {
        rows.delete(oldest)
        return
      }
    },
    delete: (key) => void rows.delete(key),
    clear: () => rows.clear(),
    entries: () => rows.entries(),
  }
}

/** A map of bounded size: the rows that were written last stay. */
export type Rows<Key, Row> = {
  get(key: Key): Row | undefined
  set(key: Key, row: Row): void
  delete(key: Key): void
  clear(): void
}

/** A Map remembers the order of insertion: a row that is written moves to the end, the first is forgotten. */
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
  }
}

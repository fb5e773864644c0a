/**
 * Fields of a record that are stored as JSON. Code reads them as values, and a reply is written with the stored text:
 * to parse it and to write it again takes half of the time of a page of events.
 */

/** The texts of a record by field. They are the last fields of it, in this order. */
export type StoredTexts = Readonly<Record<string, string>>

const kept = new WeakMap<object, StoredTexts>()

export function keepTexts(record: object, texts: StoredTexts): void {
  kept.set(record, texts)
}

/** Undefined: the record has none, or it is a copy. */
export function textsOf(record: object): StoredTexts | undefined {
  return kept.get(record)
}

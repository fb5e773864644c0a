/**
 * Fields of a record that are stored as JSON. Code reads them as values, and JSON is written with the stored text: to
 * parse it and to write it again takes half of the time of a page of events.
 */

/** The texts of a record by field. They are the last fields of it, in this order. */
export type StoredTexts = Readonly<Record<string, string>>

const texts = new WeakMap<object, StoredTexts>()

export function keepStored(record: object, stored: StoredTexts): void {
  texts.set(record, stored)
}

/** Undefined: the record has none, or it is a copy. */
export function storedTexts(record: object): StoredTexts | undefined {
  return texts.get(record)
}

/** @param head the JSON of the record without these fields, of which there is at least one */
export function withStored(head: string, stored: StoredTexts): string {
  let written = head.slice(0, -1)
  for (const field in stored) written += `,"${field}":${stored[field]}`
  return `${written}}`
}

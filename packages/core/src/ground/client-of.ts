/** The id of the client whom a record of the API is about, or who is the record; null for every other value. */
export function clientOf(record: unknown): number | null {
  if (typeof record !== 'object' || record === null) return null
  const isClient = 'object' in record && record.object === 'client'
  const id =
    isClient && 'id' in record ? record.id : 'client_id' in record ? record.client_id : null
  return typeof id === 'number' ? id : null
}

/** Who comes next at a desk. The service decides the order of arrival; here is only who can be served there. */

type Waiting = {
  readonly status: string
  readonly professional_id: number | null
  readonly service_id: number
}

/**
 * @param entries in the order of arrival
 * @param performed the services of the professional
 */
export function waitingFor<Entry extends Waiting>(
  entries: readonly Entry[],
  professionalId: number,
  performed: ReadonlySet<number>,
): Entry[] {
  return entries.filter(
    (entry) =>
      entry.status === 'WAITING' &&
      (entry.professional_id === null
        ? performed.has(entry.service_id)
        : entry.professional_id === professionalId),
  )
}

/**
 * Who can call an entry at once, without being asked: its professional, or the only one whose desk is open.
 *
 * @param open professionals whose desk is open now, with the services that they perform
 */
export function callerOf(
  entry: Waiting,
  open: readonly { readonly id: number; readonly performed: ReadonlySet<number> }[],
): number | null {
  if (entry.professional_id !== null) return entry.professional_id
  const [only, ...others] = open.filter(({ performed }) => performed.has(entry.service_id))
  return only !== undefined && others.length === 0 ? only.id : null
}

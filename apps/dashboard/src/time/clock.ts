/**
 * What time it is in the organization. The service says it: the clock of this computer may be wrong, and that of a test
 * organization is moved by hand.
 */
let ahead = 0

/** Takes over the time that the service told a moment ago. */
export function setClock(instant: string): void {
  ahead = Date.parse(instant) - Date.now()
}

/** In epoch milliseconds. */
export function now(): number {
  return Date.now() + ahead
}

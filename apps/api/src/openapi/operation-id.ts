/** Names for generated clients: `clients.create` → `createClient`, `webhooks.rotateSecret` → `rotateWebhookSecret`. */

/** Names for which the rule below does not give English. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'account.get': 'getMe',
  'appointments.noShow': 'markAppointmentNoShow',
  'availability.slots': 'listSlots',
  'events.listTypes': 'listEventTypes',
  'availability.nextDates': 'listNextDates',
  'webhooks.redeliver': 'redeliverWebhookDelivery',
  'webhooks.searchDeliveries': 'listAllDeliveries',
  'webhooks.statistics': 'getWebhookStatistics',
}

/** @param procedure name of the procedure, as in `clients.create` */
export function operationId(procedure: string): string {
  const exception = EXCEPTIONS[procedure]
  if (exception !== undefined) return exception
  const [resource = '', verb = ''] = procedure.split('.')
  const [first = verb] = /^[a-z]+/.exec(verb) ?? []
  const rest = verb.slice(first.length)
  const noun = first === 'list' && rest === '' ? resource : singular(resource)
  return `${first}${capitalized(noun)}${rest}`
}

function singular(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '')
}

export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

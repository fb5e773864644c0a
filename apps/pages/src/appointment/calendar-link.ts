/** An address that opens Google's calendar with the appointment filled in. */

/** `20261124T123000Z` */
function stamp(instant: string): string {
  return new Date(instant).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')
}

/** It tells Google what the visitor would type there: the services, whose they are and where. Nothing of the client, and no link. */
export function googleCalendar(of: {
  readonly start: string
  readonly end: string
  readonly services: readonly string[]
  readonly place: string | null
  readonly organization: { readonly name: string }
}): string {
  const values = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${of.services.join(', ')} · ${of.organization.name}`,
    dates: `${stamp(of.start)}/${stamp(of.end)}`,
    ...(of.place === null ? {} : { location: of.place }),
  })
  return `https://calendar.google.com/calendar/render?${values}`
}

/**
 * The zone of the times is told only where it differs from the visitor's, on the days that the page shows. There, each time is
 * told by the visitor's clock too.
 */
/** @param {Date} instant @param {string | undefined} timeZone */
function clockIn(instant, timeZone) {
  return instant.toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone })
}

/** With its weekday, where that is another one. @param {Date} instant @param {string | undefined} timeZone */
function theirClock(instant, timeZone) {
  const locale = document.documentElement.lang
  /** @param {string | undefined} zone */
  const weekday = (zone) => instant.toLocaleString(locale, { weekday: 'short', timeZone: zone })
  const hour = instant.toLocaleString('en-GB', { timeStyle: 'short' })
  return weekday(timeZone) === weekday(undefined) ? hour : `${weekday(undefined)} ${hour}`
}

function tellZones() {
  for (const line of document.querySelectorAll('[data-zone]')) {
    if (!(line instanceof HTMLElement)) continue
    const { zone, at = '', yours = '', below = '' } = line.dataset
    const instant = new Date(at)
    try {
      line.hidden = clockIn(instant, zone) === clockIn(instant, undefined)
    } catch {
      // The browser does not know the zone, so it stays told.
      continue
    }
    if (line.hidden || line.dataset['told']) continue
    line.dataset['told'] = '1'
    const times = document.querySelectorAll('[name=inicio][type=radio]')
    const told = times.length === 0 ? `${yours}: ${theirClock(instant, zone)}` : below
    line.append(` · ${told}`)
    for (const time of times) {
      if (!(time instanceof HTMLInputElement)) continue
      const own = theirClock(new Date(time.value), zone)
      const small = document.createElement('small')
      small.textContent = own
      time.before(small)
      const said = `${yours}: ${own}`
      time.ariaLabel = `${time.ariaLabel}. ${said}`
      time.dataset['short'] += ` (${said})`
    }
  }
}
tellZones()
document.addEventListener('exchanged', tellZones)

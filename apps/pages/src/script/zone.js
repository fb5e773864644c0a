/** The zone of the times is told only where it differs from the visitor's, on the days that the page shows. */
function tellZones() {
  for (const line of document.querySelectorAll('[data-zone]')) {
    if (!(line instanceof HTMLElement)) continue
    const theirs = line.dataset['zone']
    const instant = new Date(line.dataset['at'] ?? '')
    /** @param {string | undefined} timeZone */
    const clock = (timeZone) =>
      instant.toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone })
    try {
      line.hidden = clock(theirs) === clock(undefined)
    } catch {
      // The browser does not know the zone, so it stays told.
    }
  }
}
tellZones()
document.addEventListener('exchanged', tellZones)

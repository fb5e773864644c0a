/** The link of the page goes to another app, or is copied where the browser cannot share. */
/** @typedef {{ share?: (data: { url: string }) => Promise<void>, clipboard?: Clipboard }} Shares */
function offerShare() {
  const place = document.querySelector('[data-share]')
  const button = place?.querySelector('button')
  /** @type {Shares} */
  const { share, clipboard } = navigator
  if (!(place instanceof HTMLElement) || button == null || !(share || clipboard)) return
  const url = location.origin + location.pathname
  place.hidden = false
  const give = async () => {
    try {
      if (share) return await share.call(navigator, { url })
      await clipboard?.writeText(url)
      button.textContent = place.dataset['share'] ?? ''
    } catch {
      // The visitor changed their mind.
    }
  }
  button.addEventListener('click', () => void give())
}
offerShare()
document.addEventListener('exchanged', offerShare)

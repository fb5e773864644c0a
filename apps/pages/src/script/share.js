/** The link of the page goes to another app, or is copied where the browser cannot share. */
function shares() {
  const place = document.querySelector('[data-share]')
  const button = place?.querySelector('button')
  if (!(place instanceof HTMLElement) || button == null) return
  const url = location.origin + location.pathname
  if (!('share' in navigator) && navigator.clipboard === undefined) return
  place.hidden = false
  button.addEventListener('click', () => {
    if ('share' in navigator) void navigator.share({ url }).catch(() => undefined)
    else
      void navigator.clipboard
        .writeText(url)
        .then(() => (button.textContent = place.dataset['share'] ?? ''))
  })
}
shares()
document.addEventListener('exchanged', shares)

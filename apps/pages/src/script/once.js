/** A form is sent once. Going back to the page makes it usable again. */
/** @type {WeakSet<HTMLFormElement>} */
const sent = new WeakSet()
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
  if (sent.has(form)) event.preventDefault()
  sent.add(form)
})
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  for (const form of document.forms) sent.delete(form)
})

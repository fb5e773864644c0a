/** The time and the price of all services that are ticked. Without a script the next step tells them. */
const total = document.querySelector('[data-total]')
if (total instanceof HTMLElement) {
  /** @type {HTMLInputElement[]} */
  const boxes = [...document.querySelectorAll('input[data-minutes]')].filter(
    (box) => box instanceof HTMLInputElement,
  )
  const locale = document.documentElement.lang
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' })
  /** @param {string} name */
  const sum = (name) =>
    boxes.reduce((all, box) => all + (box.checked ? Number(box.dataset[name]) : 0), 0)
  const tell = () => {
    const minutes = sum('minutes')
    const cents = sum('cents')
    const hours = Math.floor(minutes / 60)
    const length = [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`]
    const facts = [...length, cents && `· ${money.format(cents / 100)}`].filter(Boolean)
    total.textContent = minutes === 0 ? '' : `${total.dataset['total']}: ${facts.join(' ')}`
  }
  for (const box of boxes) box.addEventListener('change', tell)
  // Going back to the page keeps what was ticked.
  addEventListener('pageshow', tell)
}

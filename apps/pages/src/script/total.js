/**
 * The time and the price of all services that are ticked, and why others cannot be done in the same visit. Without a script
 * the next step tells it.
 */
const total = document.querySelector('[data-total]')
const form = document.getElementById('servicos')
if (total instanceof HTMLElement && form !== null) {
  const boxes = [...form.querySelectorAll('input')].filter((box) => box.dataset['minutes'])
  const locale = document.documentElement.lang
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' })
  const ticked = () => boxes.filter((box) => box.checked)
  /** @param {string} name */
  const sum = (name) => ticked().reduce((all, box) => all + Number(box.dataset[name]), 0)
  /** @param {HTMLInputElement} box */
  const whoOf = (box) => (box.dataset['who'] ?? '').split(' ')
  /** @param {HTMLInputElement} box */
  const clashOf = (box) => {
    const others = ticked().filter((one) => one !== box)
    if (others.some((one) => one.dataset['type'] !== box.dataset['type'])) return 'clashType'
    const isShared = whoOf(box).some((id) => others.every((one) => whoOf(one).includes(id)))
    return others.length === 0 || isShared ? null : 'clashWho'
  }
  const tell = () => {
    const minutes = sum('minutes')
    const cents = sum('cents')
    const hours = Math.floor(minutes / 60)
    const length = [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`]
    const facts = [...length, cents && `· ${money.format(cents / 100)}`].filter(Boolean)
    total.textContent = facts.join(' ')
    for (const box of boxes) {
      const clash = box.checked ? null : clashOf(box)
      box.disabled = clash !== null
      const why = box.closest('li')?.querySelector('[data-why]')
      if (!(why instanceof HTMLElement)) continue
      why.hidden = clash === null
      why.textContent = clash === null ? '' : (form.dataset[clash] ?? '')
    }
  }
  for (const box of boxes) box.addEventListener('change', tell)
  // Going back to the page keeps what was ticked.
  addEventListener('pageshow', tell)
}

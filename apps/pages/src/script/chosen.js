/** The bar under the times says which one is chosen. */
const bar = document.querySelector('[data-chosen]')
if (bar instanceof HTMLElement) {
  const [, price] = (bar.textContent ?? '').split(' · ')
  const tell = () => {
    const time = document.querySelector('#horarios input:checked')
    if (!(time instanceof HTMLInputElement)) return
    bar.textContent = [time.dataset['short'], price].filter(Boolean).join(' · ')
  }
  document.addEventListener('change', tell)
  // Going back to the page keeps what was chosen.
  addEventListener('pageshow', tell)
}

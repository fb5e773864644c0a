/** What went wrong is read first: the list of faults, or the notice, gets the focus. */
const wrong = document.querySelector('#faults, main [role="alert"]')
if (wrong instanceof HTMLElement) {
  wrong.tabIndex = -1
  wrong.focus()
}

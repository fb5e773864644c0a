/**
 * Writes a phone number of Brazil as people write it, while it is typed. What a browser fills in, what is pasted, what is
 * deleted and numbers of other countries stay as they are.
 */
/** @param {string} digits @returns {string} */
function writtenPhone(digits) {
  if (digits.length > 11) return digits
  if (digits.length < 3) return digits === '' ? '' : `(${digits}`
  const rest = digits.slice(2)
  const first = rest[0] === '9' ? 5 : 4
  const last = rest.length > first ? `-${rest.slice(first)}` : ''
  return `(${digits.slice(0, 2)}) ${rest.slice(0, first)}${last}`
}

/** @param {string} text @param {number} caret @returns {{ text: string, caret: number } | null} */
function masked(text, caret) {
  const digits = text.replace(/\D/g, '')
  if (text.includes('+') || digits[0] === '0') return null
  const written = writtenPhone(digits)
  // As many digits stand before the caret as before.
  let left = text.slice(0, caret).replace(/\D/g, '').length
  let at = 0
  while (left > 0) if (/\d/.test(written[at++] ?? '0')) left -= 1
  return { text: written, caret: at }
}

for (const input of document.querySelectorAll('[data-country="BR"] [type=tel]')) {
  if (!(input instanceof HTMLInputElement)) continue
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || event.inputType !== 'insertText') return
    const next = masked(input.value, input.selectionStart ?? input.value.length)
    if (next === null || next.text === input.value) return
    input.value = next.text
    input.setSelectionRange(next.caret, next.caret)
  })
}

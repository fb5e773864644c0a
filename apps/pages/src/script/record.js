/** Pages of a link follow their record: they look again while they are visible, and change when it changed. */
const main = document.querySelector('main')
const heard = document.createElement('p')
heard.className = 'heard'
heard.setAttribute('role', 'status')

/** @param {string} selector @param {(one: HTMLElement) => void} use */
const each = (selector, use) => {
  for (const one of main?.querySelectorAll(selector) ?? []) {
    if (one instanceof HTMLElement) use(one)
  }
}

/** What counts down is another number each time, and no change. @param {string} html */
const steady = (html) => html.replaceAll(/ data-left="\d+"/g, '')

/** How the server wrote it, before anything here touched it. */
let seen = steady(main?.innerHTML ?? '')
let ends = 0

/** @param {HTMLTextAreaElement} field @param {HTMLElement} button */
async function copy(field, button) {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    // Not over http, nor in old browsers: what is selected is copied in the old way.
    if (!document.execCommand('copy')) return
  }
  heard.textContent = button.textContent = button.dataset['done'] ?? ''
}

/** What is read aloud of the state of the record. */
function sayable() {
  const region = main?.querySelector('[data-say]')
  return region instanceof HTMLElement ? region.dataset['say'] : undefined
}

function enhance() {
  each('[data-copy]', (button) => {
    const field = document.getElementById(button.dataset['copy'] ?? '')
    if (!(field instanceof HTMLTextAreaElement)) return
    button.hidden = false
    button.addEventListener('click', () => void copy(field, button))
  })
  ends = 0
  each('[data-left]', (timer) => {
    ends = endOf(timer)
  })
}

/** By the clock, which goes on while the phone sleeps. @param {Element} timer */
function endOf(timer) {
  return Date.now() + Number(timer.getAttribute('data-left')) * 1000
}

function count() {
  if (ends === 0) return
  const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000))
  const hours = Math.floor(left / 3600)
  const minutes = Math.floor(left / 60) % 60
  const short = `${minutes}:${String(left % 60).padStart(2, '0')}`
  const text = hours === 0 ? short : `${hours} h ${minutes} min`
  each('[data-left]', (timer) => {
    timer.textContent = ` (${timer.dataset['word']} ${text})`
  })
  if (left > 0) return
  ends = 0
  void look()
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let next
let wait = 0
let isLooking = false

const live = () => main?.querySelector('[data-live]')

/** Milliseconds between two looks. Null: nothing more is to come. */
function pace() {
  const region = live()
  return region instanceof HTMLElement ? Number(region.dataset['live']) * 1000 : null
}

function plan() {
  clearTimeout(next)
  if (pace() !== null) next = setTimeout(() => void look(), wait)
}

async function look() {
  clearTimeout(next)
  const usual = pace()
  const at = live()?.getAttribute('data-at')
  if (usual === null || at == null || document.hidden || isLooking) return
  isLooking = true
  // Nothing happened: it asks less and less often.
  wait = Math.min(Math.max(wait, usual) * 1.1, usual * 3)
  try {
    const response = await fetch(at, { headers: { Accept: 'text/html' } })
    if (response.status === 404) return location.replace(at)
    if (response.status === 429)
      wait = Math.max(wait, Number(response.headers.get('Retry-After')) * 1000)
    if (response.ok) exchange(await response.text())
  } catch {
    wait = Math.min(wait * 1.6, usual * 12)
  } finally {
    isLooking = false
  }
  plan()
}

/** Something by which what has the focus is found again. @param {Element | null} one */
function traceOf(one) {
  if (!(one instanceof HTMLElement) || !main?.contains(one)) return null
  if (one.id !== '') return `#${CSS.escape(one.id)}`
  const form = one.closest('form')
  if (form !== null)
    return `form[action="${CSS.escape(form.getAttribute('action') ?? '')}"] ${one.localName}`
  const href = one.getAttribute('href')
  return href === null ? null : `a[href="${CSS.escape(href)}"]`
}

/** @param {string} html the same page, as it is now */
function exchange(html) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const fresh = page.querySelector('main')
  if (main === null || fresh === null) return
  // The time that is left is shown again, whatever else is the same.
  const timer = fresh.querySelector('[data-left]')
  if (timer !== null && ends !== 0) ends = endOf(timer)
  if (steady(fresh.innerHTML) === seen) return
  seen = steady(fresh.innerHTML)
  const said = sayable()
  const trace = traceOf(document.activeElement)
  const hadFocus = main.contains(document.activeElement)
  main.replaceChildren(...fresh.childNodes)
  document.title = page.title
  wait = 0
  enhance()
  document.dispatchEvent(new Event('exchanged'))
  const now = sayable()
  if (now !== said) heard.textContent = now ?? ''
  if (!hadFocus) return
  const found = trace === null ? null : main.querySelector(trace)
  if (found instanceof HTMLElement) found.focus()
  else main.focus()
}

if (main !== null && live() !== null) {
  document.body.append(heard)
  enhance()
  count()
  setInterval(count, 1000)
  wait = pace() ?? 0
  plan()
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look()
  })
}

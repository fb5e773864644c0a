/** Runs in the browser, on pages with calls: a tab for each language, and a form that sends the call. */

/** What the reader chose on another page. Where nothing is kept, curl is shown. */
const KEPT = 'language-of-samples'

const groups = [...document.querySelectorAll('.samples')].map(tabsOf)
choose(kept())

function kept() {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** One choice for all calls of the page. */
function choose(name) {
  for (const tabs of groups) {
    const chosen = tabs.find(({ tab }) => tab.textContent === name) ?? tabs[0]
    for (const { tab, panel } of tabs) {
      const isChosen = tab === chosen.tab
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      panel.hidden = !isChosen
    }
  }
}

/** @param {Element} samples */
function tabsOf(samples, group) {
  const list = element('div', { role: 'tablist', 'aria-label': 'Language of the sample' })
  const tabs = [...samples.querySelectorAll('.code')].map((panel, index) => {
    panel.id = `sample-${group}-${index}`
    panel.setAttribute('role', 'tabpanel')
    const tab = element('button', { type: 'button', role: 'tab', 'aria-controls': panel.id })
    tab.id = `tab-${group}-${index}`
    tab.textContent = panel.dataset.tab
    panel.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', () => chooseAt(tab))
    return { tab, panel }
  })
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const at = tabs.findIndex(({ tab }) => tab === document.activeElement)
    const { tab } = tabs.at((at + step) % tabs.length)
    chooseAt(tab)
    tab.focus()
  })
  list.append(...tabs.map(({ tab }) => tab))
  const open = element('button', { type: 'button', class: 'open' })
  open.textContent = 'Try it'
  open.addEventListener('click', () => tryIt(tabs[0].panel.querySelector('code').textContent))
  const bar = element('div', { class: 'bar' })
  bar.append(list, open)
  samples.prepend(bar)
  samples.classList.add('tabbed')
  return tabs
}

/** The tab stays where it is on the screen, though samples above it change their height. */
function chooseAt(tab) {
  const before = tab.getBoundingClientRect().top
  choose(tab.textContent)
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(KEPT, tab.textContent)
  } catch {
    // The choice holds for this page alone.
  }
}

/** It is held here until the page is left, and nowhere else. */
let key = ''
addEventListener('pagehide', () => (key = ''))

const MOST_CHARACTERS = 100_000

/** Opens a form with the call of a command as the docs print it. */
function tryIt(command) {
  const { method, path, body } = callOf(command)
  const dialog = element('dialog', { class: 'try', 'aria-labelledby': 'try-title' })
  const title = element('h2', { id: 'try-title' })
  title.textContent = `Try it: ${method}`
  const keyField = element('input', { class: 'key', autocomplete: 'off', spellcheck: 'false' })
  keyField.value = key
  const pathField = element('input', { autocomplete: 'off', spellcheck: 'false' })
  pathField.value = path
  const bodyField = element('textarea', { spellcheck: 'false' })
  bodyField.value = body ?? ''
  const send = element('button', { type: 'submit', class: 'send' })
  send.textContent = 'Send'
  const close = element('button', { type: 'button' })
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  const actions = element('div', { class: 'actions' })
  actions.append(send, close)
  const output = element('output', {})
  const form = element('form', {})
  form.append(
    labelled('API key', keyField),
    note(
      method === 'GET'
        ? 'It stays in this page until you leave it, and is sent to this service alone.'
        : 'A key that begins with svc_test_: a change is real. It stays in this page until you leave it, and is sent to this service alone.',
    ),
    labelled('Address', pathField),
    ...(body === null ? [] : [labelled('Body', bodyField)]),
    actions,
    output,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    key = keyField.value.trim()
    const sent = body === null ? undefined : bodyField.value
    send.disabled = true
    void answerOf(method, pathField.value.trim(), sent).then((parts) => {
      output.replaceChildren(...parts)
      send.disabled = false
    })
  })
  dialog.append(title, form)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/** @param {string} command `curl -s -X PATCH 'https://host/v1/path' … -d '{…}'` */
function callOf(command) {
  const words = [...command.matchAll(/(-[XHd] )?'((?:[^']|'\\'')*)'/g)].map(([, option, text]) => ({
    option: option?.trim(),
    text: text.replaceAll(String.raw`'\''`, "'"),
  }))
  const url = new URL(words.find(({ option }) => option === undefined).text)
  const body = words.find(({ option }) => option === '-d')?.text ?? null
  const [, method = body === null ? 'GET' : 'POST'] = /^curl -s -X (\w+) /.exec(command) ?? []
  return { method, path: `${url.pathname}${url.search}`, body }
}

/** @returns what is shown: the answer, or why nothing was sent */
async function answerOf(method, path, body) {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !url.pathname.startsWith('/v1/'))
    return [note('The address must begin with /v1/.')]
  if (!/^[\x21-\x7e]+$/.test(key)) return [note('Enter an API key.')]
  if (method !== 'GET' && !key.startsWith('svc_test_'))
    return [note('Nothing was sent. A change needs a key that begins with svc_test_.')]
  try {
    const response = await fetch(url, {
      method,
      body,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
    })
    const text = await response.text()
    const shown = element('pre', { tabindex: '0' })
    shown.textContent = pretty(text).slice(0, MOST_CHARACTERS)
    return [note(`${response.status} ${response.statusText}`), ...(text === '' ? [] : [shown])]
  } catch {
    return [note('There was no answer.')]
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function element(name, attributes) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  return made
}

function labelled(text, field) {
  const label = element('label', {})
  label.append(text, field)
  return label
}

function note(text) {
  const made = element('p', {})
  made.textContent = text
  return made
}

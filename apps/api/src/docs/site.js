/** Runs in the browser, on top of pages that are whole without it: copying, searching, the place in the contents. */

const WORDS =
  document.documentElement.lang === 'en'
    ? {
        copy: 'Copy',
        copied: 'Copied',
        select: 'Select the text instead',
        nothing: 'Nothing found',
        results: 'results',
      }
    : {
        copy: 'Copiar',
        copied: 'Copiado',
        select: 'Selecione o texto',
        nothing: 'Nada encontrado',
        results: 'resultados',
      }

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = WORDS.copy
  button.addEventListener('click', () => {
    const text = block.querySelector('code')?.textContent ?? ''
    void copied(text).then((said) => {
      button.textContent = said
      setTimeout(() => (button.textContent = WORDS.copy), 2000)
    })
  })
  block.append(button)
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text.replace(/\n$/, ''))
    return WORDS.copied
  } catch {
    // Without https there is no clipboard but on this very machine.
    return WORDS.select
  }
}

/** The list of pages shows where the reader is. */
const menu = document.getElementById('menu')
const current = menu?.querySelector('[aria-current]')
if (menu !== null && current != null) {
  menu.scrollTop = current.offsetTop - menu.clientHeight / 3
}

/** Beside the text there is room for the contents; above it they are folded. */
const contents = document.querySelector('.toc details')
if (contents !== null) contents.open = matchMedia('(width >= 1180px)').matches

/** The part of the page that is being read is marked in its contents. */
const links = new Map(
  [...document.querySelectorAll('.toc a')].map((link) => [
    link.getAttribute('href')?.slice(1),
    link,
  ]),
)
if (links.size > 0) {
  const headings = [...links.keys()].map((id) => document.getElementById(id ?? ''))
  const mark = () => {
    const passed = headings.filter((one) => one !== null && one.getBoundingClientRect().top < 120)
    const here = passed.at(-1) ?? headings[0]
    for (const [id, link] of links) {
      if (id === here?.id) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  let isWaiting = false
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(() => {
        isWaiting = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}

const form = document.querySelector('form.search')
if (form !== null) search(form)

/** @param {HTMLFormElement} form */
function search(form) {
  const input = form.querySelector('input')
  const list = form.querySelector('[role=listbox]')
  const status = form.querySelector('[role=status]')
  let ready = null
  let chosen = -1
  form.hidden = false

  const prepare = () => (ready ??= load(form.dataset).catch(() => (ready = null)))
  input.addEventListener('focus', prepare, { once: true })
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => {
    if (input.value !== '') void show()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget)) close()
  })
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]')
    if (option !== null) go(option)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, [contenteditable]') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
  input.addEventListener('keydown', (event) => {
    const options = [...list.children]
    if (event.key === 'Escape') {
      if (list.hidden) input.value = ''
      close()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (options.length === 0) return
      const step = event.key === 'ArrowDown' ? 1 : -1
      choose((chosen + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[Math.max(chosen, 0)]
      if (option !== undefined) go(option)
    }
  })

  async function show() {
    const asked = input.value.trim()
    const found = asked === '' ? null : await prepare()
    // The reader went on typing meanwhile.
    if (asked !== input.value.trim()) return
    if (asked === '' || found === null) return close()
    const results = found(asked).slice(0, 8)
    list.replaceChildren(...results.map(optionOf))
    list.hidden = results.length === 0
    input.setAttribute('aria-expanded', String(results.length > 0))
    status.textContent = results.length === 0 ? WORDS.nothing : `${results.length} ${WORDS.results}`
    status.classList.toggle('seen', results.length === 0)
    chosen = -1
    input.removeAttribute('aria-activedescendant')
  }

  function choose(index) {
    chosen = index
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index))
      if (at === index) {
        input.setAttribute('aria-activedescendant', option.id)
        option.scrollIntoView({ block: 'nearest' })
      }
    }
  }

  function close() {
    list.hidden = true
    status.textContent = ''
    status.classList.remove('seen')
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
    chosen = -1
  }

  function go(option) {
    close()
    location.assign(option.dataset.url)
  }
}

/** One line for where it is, one for the words around. */
function optionOf(result, index) {
  const option = document.createElement('li')
  option.id = `result-${index}`
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  option.dataset.url = result.url
  const heading = document.createElement('strong')
  heading.textContent = result.heading
  const place = document.createElement('span')
  place.textContent = result.page === result.heading ? result.text.slice(0, 80) : result.page
  option.append(heading, place)
  return option
}

/** The index and what reads it, when a search begins. */
async function load({ index, program, library }) {
  const [{ searchOf }, { default: MiniSearch }, entries] = await Promise.all([
    import(program),
    import(library),
    fetch(index).then((response) => response.json()),
  ])
  return searchOf(MiniSearch, entries)
}

/**
 * Shows the booking of an organization where this script stands on another site:
 *
 *   <a href="…/clinica-aurora">Book a time</a>
 *   <script src="…/embed.js" data-clinic="clinica-aurora" async></script>
 *
 * It puts a frame there, which grows and shrinks with its content. Where a frame is not possible, a link stands in its place. The
 * link before the script is for browsers in which it does not run, and goes.
 * The frame has the ground of the page around it. The script loads nothing else, keeps nothing, and touches nothing of the page
 * but its own place.
 */
;(() => {
  const FIRST_HEIGHT = 640
  const MOST_HEIGHT = 20000
  const PATIENCE_MS = 4000
  const WORDS = {
    pt: { title: 'Agendamento on-line', link: 'Agendar um horário' },
    en: { title: 'Online booking', link: 'Book a time' },
  }

  /** @param {HTMLScriptElement} script */
  function show(script) {
    const { clinic = '', service = '', language = '', title } = script.dataset
    script.dataset.shown = ''
    const address = new URL(encodeURIComponent(clinic), script.src)
    const plain = address.href
    const wish = language || document.documentElement.lang || navigator.language
    const words = /^pt/i.test(wish) ? WORDS.pt : WORDS.en
    for (const id of service.split(/[\s,]+/)) if (id) address.searchParams.append('servico', id)
    if (language) address.searchParams.set('idioma', language)

    const link = document.createElement('a')
    link.href = address.href
    link.textContent = title || words.link

    const frame = document.createElement('iframe')
    frame.title = title || words.title
    frame.loading = 'lazy'
    frame.referrerPolicy = 'no-referrer'
    Object.assign(frame.style, { display: 'block', width: '100%', border: '0' })
    frame.style.height = `${FIRST_HEIGHT}px`

    let pages = 0
    // Of the page that is there or comes: whether it has spoken, and the wait for it once it is loaded.
    let hasSpoken = false
    /** @type {ReturnType<typeof setTimeout> | null} */
    let wait = null
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== address.origin) return
      const height = Number(data?.bookingHeight)
      if (!(height > 0)) return
      frame.style.height = `${Math.min(Math.ceil(height), MOST_HEIGHT)}px`
      if (data.isNewPage !== true) return
      hasSpoken = wait === null
      if (wait !== null) clearTimeout(wait)
      wait = null
      pages += 1
      // A visitor who goes on at the end of a long page begins the next one at its top.
      if (pages > 1 && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    })
    // Some sites allow no frames, and some networks lose one: pages of ours speak as soon as they are there.
    frame.addEventListener('load', () => {
      if (wait !== null) clearTimeout(wait)
      wait = hasSpoken ? null : setTimeout(() => frame.replaceWith(link), PATIENCE_MS)
      hasSpoken = false
    })
    const before = script.previousElementSibling
    const isOurs = before instanceof HTMLAnchorElement && before.href === plain
    if (isOurs) before.remove()
    script.after(frame)
    address.searchParams.set('embed', groundBehind(frame) ?? '1')
    frame.src = address.href
  }

  /**
   * The color that is seen behind an element, as six hexadecimal digits. Null: a picture is behind it, or the browser does not tell.
   *
   * @param {HTMLElement} element
   */
  function groundBehind(element) {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const context = canvas.getContext('2d')
    if (context === null) return null
    const layers = []
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(around)
      if (backgroundImage !== 'none') return null
      layers.push(backgroundColor)
    }
    // Below them all is the ground of the browser, which is dark where the page says that it can be.
    element.style.backgroundColor = 'Canvas'
    layers.push(getComputedStyle(element).backgroundColor)
    element.style.backgroundColor = ''
    for (const color of layers.toReversed()) {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return (0x1000000 + red * 0x10000 + green * 0x100 + blue).toString(16).slice(1)
  }

  /** @param {Element | null} script @returns {script is HTMLScriptElement} */
  const isWaiting = (script) =>
    script instanceof HTMLScriptElement &&
    script.dataset.clinic !== undefined &&
    script.dataset.shown === undefined &&
    /\/embed\.js(?:[?#]|$)/.test(script.src)

  // A script that is a module, or that another one puts into the page, does not know where it stands.
  const own = document.currentScript
  const all = isWaiting(own) ? [own] : document.querySelectorAll('script[data-clinic]')
  for (const script of all) if (isWaiting(script)) show(script)
})()

/** Finds sections of the docs. Runs in the browser, and in the test that holds the table of what people ask for. */

/** What a reader most often wants comes first where several sections have the word. By the beginning of the address; the first that fits. */
const WEIGHTS = [
  ['/docs/limits', 0.35],
  ['/docs/reference/records', 0.4],
  ['/docs/errors/', 0.6],
  ['/docs/changes', 0.5],
  ['/docs/dashboards/', 0.7],
  ['/docs/trpc', 0.7],
  ['/docs/reference', 0.9],
  ['/docs', 1],
]

/** Words that say nothing about what is looked for. */
const EMPTY = new Set(
  'a an and are can do does for from get has have how i if in is it my of on or the to we what when where which why with you your ao as com como da das de do dos e em eu meu na nas nos o os ou para por qual quando que se sem um uma'.split(
    ' ',
  ),
)

/**
 * @param MiniSearch the library's class
 * @param entries sections, as the service lists them
 * @returns the sections that fit what was typed, best first
 */
export function searchOf(MiniSearch, entries) {
  const known = new MiniSearch({
    fields: ['words', 'heading', 'page', 'text'],
    storeFields: ['url', 'page', 'heading', 'text'],
    processTerm: (term) => (EMPTY.has(term.toLowerCase()) ? null : plain(term)),
    searchOptions: {
      boost: { words: 8, heading: 4, page: 2 },
      boostDocument: (_, __, { url }) =>
        WEIGHTS.find(([start]) => inEnglish(url).startsWith(start))?.[1] ?? 1,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  known.addAll(entries)
  return (asked) => {
    const named = placeOfName(asked.trim().toLowerCase())
    const exact = entries.filter(({ url }) => isPlace(url, named))
    const all = known.search(asked, { combineWith: 'AND' })
    const found = all.length > 0 ? all : known.search(asked, { combineWith: 'OR' })
    return [...exact, ...found.filter(({ url }) => !isPlace(url, named))]
  }
}

/** Readers type `horario` for `horário`. */
function plain(term) {
  return term.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** In either language. */
function isPlace(url, named) {
  return inEnglish(url) === named
}

/** The address of the same section's English page. */
function inEnglish(url) {
  return url.replace(/^\/docs\/pt\//, '/docs/')
}

/** Where a type of event or the code of an error is described. */
function placeOfName(asked) {
  const isEvent = /^[a-z_]+\.[a-z_.]+$/.test(asked)
  return isEvent ? '/docs/events#types' : `/docs/errors/${asked.replaceAll(/\W+/g, '_')}`
}

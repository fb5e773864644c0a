/** Values of changed fields, as people read them. */

type Words = {
  readonly yes: string
  readonly no: string
  readonly nothing: string
  /** Of an instant. */
  moment(instant: string): string
}

/** As the service writes instants: `2026-11-23T09:30:00-03:00`. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

const MOST_CHARACTERS = 300

export function valueText(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.nothing
  if (value === true) return words.yes
  if (value === false) return words.no
  if (typeof value === 'string') {
    return INSTANT.test(value) ? words.moment(value) : shortened(value)
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? words.nothing
      : shortened(value.map((one: unknown) => valueText(one, words)).join(', '))
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, one]) => `${name}: ${valueText(one, words)}`)
    return parts.length === 0 ? words.nothing : shortened(parts.join('; '))
  }
  return shortened(String(value))
}

function shortened(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`
}

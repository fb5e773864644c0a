/** Every page of the docs is written in Markdown. People get it as HTML, machines as it is. */
import MarkdownIt from 'markdown-it'
import { escaped } from './escaped.ts'
import { highlighted } from './highlight.ts'
import type { Language } from './language.ts'

export type Heading = { readonly level: number; readonly id: string; readonly text: string }

export type Rendered = { readonly html: string; readonly headings: readonly Heading[] }

/** What the rules below collect for the caller. */
type Environment = { headings: Heading[]; language: Language }

// `html: false` shows tags as text: nothing in a page can become markup by accident.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(
  'image',
)

/** A path of this service, or a heading. `//host` leads to another service. */
const STAYS_HERE = /^(?:\/(?![/\\])|#)/

markdown.core.ruler.push('heading_ids', (state) => {
  const { headings } = environmentOf(state.env)
  const used = new Set<string>()
  let parent = ''
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const text = state.tokens[index + 1]?.content ?? ''
    const level = Number(token.tag.slice(1))
    // Each operation has a heading "Body": the heading above it tells them apart.
    const plain = slug(text)
    const id = used.has(plain) && level > 2 ? `${parent}-${plain}` : plain
    used.add(id)
    if (level <= 2) parent = id
    headings.push({ level, id, text })
    token.attrSet('id', id)
    token.meta = { id, text }
  })
})
markdown.core.ruler.push('links_stay_here', (state) => {
  for (const token of state.tokens) {
    const open: boolean[] = []
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') {
        open.push(STAYS_HERE.test(String(child.attrGet('href'))))
        if (open.at(-1) === false) becomePlain(child)
      } else if (child.type === 'link_close' && open.pop() === false) becomePlain(child)
    }
  }
})

markdown.core.ruler.push('empty_corners', (state) => {
  state.tokens.forEach((token, index) => {
    // An empty heading is dropped.
    if (token.type !== 'th_open' || state.tokens[index + 1]?.content !== '') return
    for (const cell of [token, state.tokens[index + 2]]) if (cell !== undefined) cell.tag = 'td'
  })
})

// Where a table is shown as cards, a cell stands below the name of its column.
markdown.core.ruler.push('column_names', (state) => {
  let names: string[] = []
  let column = 0
  state.tokens.forEach((token, index) => {
    if (token.type === 'table_open') names = []
    else if (token.type === 'tr_open') column = 0
    else if (token.type === 'th_open') names.push(state.tokens[index + 1]?.content ?? '')
    else if (token.type === 'td_open') token.attrSet('data-column', names[column++] ?? '')
  })
})

/** A call in each language, by the word after the fence: what its tab says. */
const TABS: ReadonlyMap<string, string> = new Map([
  ['sh', 'curl'],
  ['ts', 'TypeScript'],
  ['python', 'Python'],
  ['php', 'PHP'],
])

// Fences in each of these languages, one after the other, are one call; an HTTP message behind them is its answer.
markdown.core.ruler.push('exchanges', (state) => {
  const { tokens, Token } = state
  const words = [...TABS.keys()]
  const isFence = (index: number, word: string) =>
    tokens[index]?.type === 'fence' && tokens[index].info.trim() === word
  const around = (type: string) => [
    new Token(`${type}_open`, 'div', 1),
    new Token(`${type}_close`, 'div', -1),
  ]
  for (let at = tokens.length - words.length; at >= 0; at -= 1) {
    if (!words.every((word, offset) => isFence(at + offset, word))) continue
    const samples = tokens.slice(at, at + words.length)
    for (const sample of samples) sample.meta = { tab: TABS.get(sample.info.trim()) }
    const answer = isFence(at + words.length, 'http') ? [tokens[at + words.length]] : []
    const [exchangeOpen, exchangeClose] = around('exchange')
    const [samplesOpen, samplesClose] = around('samples')
    const all = [exchangeOpen, samplesOpen, ...samples, samplesClose, ...answer, exchangeClose]
    tokens.splice(at, words.length + answer.length, ...all.filter((token) => token !== undefined))
  }
})

const { rules } = markdown.renderer
for (const name of ['exchange', 'samples']) {
  rules[`${name}_open`] = () => `<div class="${name}">\n`
  rules[`${name}_close`] = () => '</div>\n'
}
// A keyboard can scroll only what it can reach.
rules['table_open'] = (_tokens, _index, _options, env) =>
  `<div class="table" role="group" aria-label="${NAMES[environmentOf(env).language].table}" tabindex="0"><table>\n`
rules['table_close'] = () => '</table></div>\n'
rules['heading_close'] = (tokens, index, _options, env) => {
  const opening = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open')
  const { id, text } = headingOf(opening?.meta)
  const closing = tokens[index]?.tag ?? 'h2'
  if (closing === 'h1') return `</${closing}>\n`
  const label = escaped(`${NAMES[environmentOf(env).language].link} “${text.replaceAll('`', '')}”`)
  return ` <a class="anchor" href="#${id}" aria-label="${label}">#</a></${closing}>\n`
}
rules['fence'] = (tokens, index, _options, env) => {
  const { content = '', info = '', meta } = tokens[index] ?? {}
  const [language = ''] = info.trim().split(/\s+/, 1)
  const names = NAMES[environmentOf(env).language]
  const label = language === 'sh' ? names.shell : (LABELS.get(language) ?? names.text)
  const code = highlighted(content, language) ?? escaped(content)
  const { tab } = (meta ?? {}) as { tab?: string }
  const mark = tab === undefined ? '' : ` data-tab="${tab}"`
  return `<div class="code"${mark}><pre tabindex="0" aria-label="${escaped(label)}" role="group"><code>${code}</code></pre></div>\n`
}

/** What a reader with a screen reader hears. */
const NAMES = {
  en: { table: 'Table', link: 'Link to', shell: 'Shell commands', text: 'Text' },
  'pt-BR': { table: 'Tabela', link: 'Link para', shell: 'Comandos do terminal', text: 'Texto' },
} as const

const LABELS: ReadonlyMap<string, string> = new Map([
  ['json', 'JSON'],
  ['http', 'HTTP message'],
  ['html', 'HTML'],
  ['jinja', 'Template'],
  ['ts', 'TypeScript'],
  ['js', 'JavaScript'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['go', 'Go'],
])

/** A link that leads out of the service, or into its source, shows its text only. */
function becomePlain(token: { tag: string; attrs: unknown }): void {
  token.tag = 'span'
  token.attrs = null
}

export function render(text: string, language: Language = 'en'): Rendered {
  const environment: Environment = { headings: [], language }
  const html = markdown.render(text, environment)
  return { html, headings: environment.headings }
}

/** What `render` gives to the rules. The library passes it on untyped. */
function environmentOf(env: unknown): Environment {
  return env as Environment
}

/** The value that the rule above put on the token. */
function headingOf(meta: unknown): { id: string; text: string } {
  return (meta ?? { id: '', text: '' }) as { id: string; text: string }
}

/** The anchor of a heading: `## Rate limits` → `rate-limits`, `## Como é` → `como-e`. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('|', String.raw`\|`)
}

export function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

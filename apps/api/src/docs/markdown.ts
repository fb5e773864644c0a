/** Every page of the docs is Markdown first: for people as HTML, for machines as it is. */
import MarkdownIt from 'markdown-it'

// `html: false` shows tags as text: nothing in a page can become markup that we did not mean.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(
  'image',
)

/** A path of ours or a heading; `//host` leads away. */
const STAYS_HERE = /^(?:\/(?![/\\])|#)/

markdown.core.ruler.push('heading_ids', (state) => {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    token.attrSet('id', slug(state.tokens[index + 1]?.content ?? ''))
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
markdown.renderer.rules['table_open'] = () => '<div class="table"><table>'
markdown.renderer.rules['table_close'] = () => '</table></div>'

/** A link that leads out of the service, or into its source, shows its text only. */
function becomePlain(token: { tag: string; attrs: unknown }): void {
  token.tag = 'span'
  token.attrs = null
}

export function toHtml(text: string): string {
  return markdown.render(text)
}

/** `## Rate limits` → `rate-limits`, as its anchor. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
}

export function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

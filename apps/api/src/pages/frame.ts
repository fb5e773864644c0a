/** The frame of the plain pages of clients: one column, no script, nothing from elsewhere. */
import { createHash } from 'node:crypto'
import { escaped } from '../docs/escaped.ts'
import type { Language } from './texts.ts'

const STYLE = `:root{color-scheme:light dark;--text:#1b1b1f;--back:#fff;--soft:#55555f;--line:#8a8a94;--deed:#0b4f9e;--on:#fff}
@media(prefers-color-scheme:dark){:root{--text:#f1f1f4;--back:#17171b;--soft:#bdbdc7;--line:#84848f;--deed:#9cc9ff;--on:#0b1c30}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--text);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:.25rem 0 1rem}.of,.soft{color:var(--soft);margin:0}
dl{margin:0 0 1.5rem}dt{color:var(--soft);font-size:.9375rem}dd{margin:0 0 .75rem}
.say{border-left:.25rem solid var(--deed);padding:.25rem .75rem;margin:0 0 1.25rem}
button,summary,a.do{font:inherit;min-height:2.75rem}button{padding:.5rem 1rem;border:0;border-radius:.375rem;background:var(--deed);color:var(--on);cursor:pointer}
summary{padding:.5rem 0;cursor:pointer}a{color:var(--deed)}a.do{display:inline-block;padding:.5rem 0}
:focus-visible{outline:.1875rem solid var(--deed);outline-offset:.125rem}
label{display:block;margin:0 0 .25rem}textarea{width:100%;min-height:7rem;font:.875rem/1.4 ui-monospace,monospace;color:var(--text);background:var(--back);border:1px solid var(--line);border-radius:.375rem;padding:.5rem}`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Of every answer of these pages: nothing is kept, framed, indexed or told to other sites. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
}

export type Page = {
  readonly language: Language
  readonly title: string
  /** Whose page it is; null where nobody is known. */
  readonly of: string | null
  /** HTML. */
  readonly content: string
}

export function framed({ language, title, of, content }: Page): string {
  return `<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(of === null ? title : `${title} · ${of}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${of === null ? '' : `<p class="of">${escaped(of)}</p>\n`}<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
}

/** A list of what is known, without what is not. Values are text, unless they are an address. */
export function facts(rows: readonly (readonly [label: string, value: string | null])[]): string {
  const shown = rows.filter((row): row is [string, string] => row[1] !== null)
  const items = shown.map(
    ([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`,
  )
  return `<dl>\n${items.join('\n')}\n</dl>`
}

export function said(text: string): string {
  return `<p class="say" role="status">${escaped(text)}</p>`
}

/** A form that does one thing. Without a script and without a body: the address says all. */
export function deed(action: string, label: string): string {
  return `<form method="post" action="${escaped(action)}"><button>${escaped(label)}</button></form>`
}

/** As `deed`, behind a question: what cannot be undone takes two steps. */
export function asked(
  label: string,
  question: string,
  form: { readonly action: string; readonly label: string },
): string {
  return `<details><summary>${escaped(label)}</summary>\n<p>${escaped(question)}</p>\n${deed(form.action, form.label)}</details>`
}

export function link(address: string, label: string): string {
  return `<p><a class="do" href="${escaped(address)}">${escaped(label)}</a></p>`
}

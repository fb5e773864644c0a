import { describe, expect, it } from 'vitest'
import { escaped } from './escaped.ts'
import { render, slug, table } from './markdown.ts'

const toHtml = (text: string) => render(text).html

describe('render', () => {
  it('shows tags as text', () => {
    expect(toHtml('a <script>alert(1)</script> <img src=x onerror=y>')).toBe(
      '<p>a &lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>\n',
    )
    expect(toHtml('```\n</code><script>\n```')).not.toContain('<script>')
    expect(toHtml('`<b>`')).toContain('<code>&lt;b&gt;</code>')
  })

  it('keeps links within the service, and shows only the text of others', () => {
    expect(toHtml('[errors](/docs/errors)')).toContain('<a href="/docs/errors">errors</a>')
    expect(toHtml('[here](#limits)')).toContain('<a href="#limits">here</a>')
    for (const address of [
      'https://example.com',
      '//example.com',
      'http:/docs',
      '../../packages/x.ts',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      expect(toHtml(`[out](${address}) and [in](/docs)`)).not.toMatch(/href="(?!\/docs")/)
      expect(toHtml(`[out](${address})`)).toContain('out')
    }
    expect(toHtml('<https://example.com>')).not.toContain('href')
    expect(toHtml('![alt](https://example.com/x.png)')).not.toContain('src=')
  })

  it('gives headings the anchors that `slug` names', () => {
    expect(toHtml('## 429 `rate_limited`, 10 in the window')).toContain(
      `<h2 id="${slug('429 `rate_limited`, 10 in the window')}">`,
    )
    expect(slug('Codes in `errors`')).toBe('codes-in-errors')
  })
})

describe('render', () => {
  it('names the headings, and tells those of the same name apart by what they stand under', () => {
    const { headings, html } = render('# A\n\n## One\n\n### Body\n\n## Two\n\n### Body\n')
    expect(headings.map(({ id }) => id)).toEqual(['a', 'one', 'body', 'two', 'two-body'])
    expect(html).toContain('<a class="anchor" href="#two-body" aria-label="Link to “Body”">#</a>')
  })

  it('colours the code of languages that it knows, and escapes all of it', () => {
    expect(toHtml('```json\n{"a": "<b>"}\n```')).toContain(
      '<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>',
    )
    for (const language of ['', 'text', 'constructor', '__proto__']) {
      expect(toHtml(`\`\`\`${language}\n<b>\n\`\`\``)).toContain('<code>&lt;b&gt;')
    }
  })

  it('makes no heading of an empty corner', () => {
    expect(toHtml('|   | B |\n| - | - |\n| a | b |')).toContain('<td></td>\n<th>B</th>')
  })
})

describe('table', () => {
  it('keeps bars and line breaks inside their cell', () => {
    const html = toHtml(table(['A', 'B'], [['x | y', 'one\ntwo']]))
    expect(html).toContain('<td data-column="A">x | y</td>')
    expect(html).toContain('<td data-column="B">one two</td>')
  })
})

it('escapes text for attributes and elements', () => {
  expect(escaped(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
})

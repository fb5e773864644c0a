import { describe, expect, it } from 'vitest'
import { htmlOf } from './html.ts'

describe('the page of a message', () => {
  it('links what we made, and nothing else', () => {
    const own = 'https://agenda.example.com/a/x7Yk2mQ9bT4c'
    const html = htmlOf(`Olá, https://evil.example/a?b&c <i>!\n\nVeja: ${own}\n(${own}).`, [
      own,
      own,
    ])
    expect(html.match(/<a /g)).toHaveLength(2)
    expect(html).toContain(
      `Veja: <a href="${own}">${own}</a><br>\n(<a href="${own}">${own}</a>).</p>`,
    )
    expect(html).toContain('<p>Olá, https://evil.example/a?b&amp;c &lt;i&gt;!</p>')
  })
})

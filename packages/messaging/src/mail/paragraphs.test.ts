import { describe, expect, it } from 'vitest'
import type { MailPage } from './mail-page.ts'
import { paragraphsOf } from './paragraphs.ts'
import { renderMail } from './render-mail.ts'

const own = 'https://agenda.example.com/a/x7Yk2mQ9bT4c'
const pay = 'https://agenda.example.com/d/x7Yk2mQ9bT4c'
const see = { label: 'Ver, remarcar ou cancelar', url: own }
const code = '00020126580014br.gov.bcb.pix6304ABCD'

const PAGE: MailPage = {
  language: 'pt',
  sender: { name: 'Clínica <Aurora>', logoUrl: null, color: null, place: null },
  state: 'Confirmado',
  preview: 'terça, 1º de dezembro, às 10h30',
  card: { when: 'terça, 1º de dezembro, às 10h30', rows: [], asText: 'Consulta\nterça' },
  button: see,
  more: { text: null, action: null },
  code: { label: 'Pix copia e cola', text: code },
  actions: [see, { label: 'Pagar o sinal', url: pay }],
  why: 'Porque sim.',
  unsubscribe: null,
}

/** Links as Markdown writes them. */
const written = (text: string, page: MailPage = PAGE) => {
  const { before, after } = paragraphsOf(text, page)
  return [before, after].map((part) =>
    part.map((lines) =>
      lines
        .map((line) => line.map(({ text: words, url }) => (url ? `[${words}](${url})` : words)))
        .map((pieces) => pieces.join(''))
        .join('\n'),
    ),
  )
}

describe('the paragraphs of a mail', () => {
  it('leave out what the page shows in its own form: card, button and code', () => {
    const text = `Olá!\n\nConsulta\nterça\n\n${see.label}: ${own}\n\nPix copia e cola:\n${code}\n\nAté já.`
    expect(written(text)).toEqual([['Olá!'], ['Até já.']])
  })

  it('are what the organization wrote, whatever it left out', () => {
    expect(written('Oi, Ana. Terça às 10h.')).toEqual([['Oi, Ana. Terça às 10h.'], []])
  })

  it('have our addresses as words, in a line and among other words', () => {
    expect(written(`Pagar o sinal: ${pay}\nVeja (${own}), ou ${own}.`)[0]).toEqual([
      `[Pagar o sinal](${pay})\nVeja ([${see.label}](${own})), ou [${see.label}](${own}).`,
    ])
  })

  it('are one address where another begins with it', () => {
    const page = { ...PAGE, button: null, actions: [see, { label: 'Mais', url: `${own}/x` }] }
    expect(written(`${own}/x ${own}`, page)[0]).toEqual([`[Mais](${own}/x) [${see.label}](${own})`])
  })

  it('go on below the button where there is no card', () => {
    expect(written(`Abra:\n\n${own}\n\nSó uma vez.`, { ...PAGE, card: null })).toEqual([
      ['Abra:'],
      ['Só uma vez.'],
    ])
  })
})

describe('the page of a mail', () => {
  it('links what we made, and nothing else; what others wrote is text', () => {
    const evil = 'Olá, https://evil.example/a?b&c <i>!'
    const html = renderMail(PAGE, { subject: '<b>', text: `${evil}\n\n${see.label}: ${own}` })
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${own}"`])
    expect(html).toContain('>Olá, https://evil.example/a?b&amp;c &lt;i&gt;!</p>')
    expect(html).toContain('Clínica &lt;Aurora&gt;')
    expect(html).toContain('<title>&lt;b&gt;</title>')
    // No address is read out: words stand for it.
    expect(html.replaceAll(/href="[^"]*"/g, '')).not.toContain(own)
  })
})

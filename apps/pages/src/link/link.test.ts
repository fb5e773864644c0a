import { describe, expect, it } from 'vitest'
import { pageAt } from '../answer.ts'
import { linkAddress, detailIn } from './link.ts'

const asked = (query: string) => ({ query: new URLSearchParams(query) })

describe('an address behind a link', () => {
  it('keeps the language of the page, and nothing else that was written there', () => {
    expect(linkAddress(asked(''), 'a', 'T')).toBe('/a/T')
    expect(linkAddress(asked('idioma=en&x=1&feito=mover'), 'a', 'T', 'move')).toBe(
      '/a/T/mover?idioma=en',
    )
    expect(linkAddress(asked('idioma="><b>'), 'f', 'T', null, { feito: 'sair' })).toBe(
      '/f/T?feito=sair',
    )
  })

  it('says what was done only in its own words', () => {
    expect(detailIn(asked('feito=mover'))).toBe('move')
    expect(detailIn(asked('novo=1'))).toBe('new')
    for (const other of ['', 'feito=', 'feito=constructor', 'feito=%3Cb%3E']) {
      expect(detailIn(asked(other))).toBeNull()
    }
  })
})

describe('a path', () => {
  it.each(['/a/x', '/a/T/mover', '/f/T/sair', '/d/T'])('%s: is a page of a link', (path) => {
    expect(pageAt(path)?.route).toMatch(/^\/[afd]\/\{token\}/)
  })

  it.each(['/a/%00', '/a/', '/a/T/sair', '/a/T/mover/x', '/d/T/cancelar', `/a/${'x'.repeat(300)}`])(
    '%s: is a link that does not work, and no log has more of it than its kind',
    (path) => {
      expect(pageAt(path)?.route).toMatch(/^\/[afd]$/)
    },
  )

  it.each(['/constructor/x', '/toString/x', '/__proto__/x'])('%s: is no link', (path) => {
    expect(pageAt(path)).toBeNull()
  })
})

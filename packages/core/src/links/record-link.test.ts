import { describe, expect, it } from 'vitest'
import { cryptography, sealingKeys } from '../ground/crypto.ts'
import { isLinkOf, linkedId, linkTo, linkToken, type LinkedRow } from './record-link.ts'

const sealing = sealingKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
const service = {
  crypto: cryptography('a root secret of the tests, long enough to be taken', sealing),
  publicBaseUrl: 'https://clinic.example',
}
const row: LinkedRow = { id: 1234, organizationId: 7, linkVersion: 1 }
const token = linkToken(service, 'appointment', row)

describe('a link', () => {
  it('names its record, and opens it alone', () => {
    expect(linkTo(service, 'appointment', row)).toBe(`https://clinic.example/a/${token}`)
    expect(linkedId(service, 'appointment', token)).toBe(1234)
    expect(isLinkOf(service, 'appointment', row, token)).toBe(true)
    const others: LinkedRow[] = [
      { ...row, id: 1235 },
      { ...row, organizationId: 8 },
      { ...row, linkVersion: 2 },
    ]
    for (const other of others) expect(isLinkOf(service, 'appointment', other, token)).toBe(false)
  })

  it('of one kind of record is a stranger to another kind', () => {
    expect(linkedId(service, 'deposit', token)).toBeNull()
    expect(isLinkOf(service, 'deposit', row, token)).toBe(false)
  })

  it('with any letter changed, left out or added names nothing', () => {
    const wrong = [...token].map((letter, at) => {
      const other = letter === 'A' ? 'B' : 'A'
      return token.slice(0, at) + other + token.slice(at + 1)
    })
    for (const text of [...wrong, token.slice(1), `${token}A`, `${token}=`, '', 'a'.repeat(5000)]) {
      expect(linkedId(service, 'appointment', text), text).toBeNull()
    }
  })

  it('tells neither its id nor the distance to the next', () => {
    const next = linkToken(service, 'appointment', { ...row, id: 1235 })
    const idOf = (text: string) => Buffer.from(text, 'base64url').readUInt32BE(16)
    expect(Math.abs(idOf(token) - 1234)).toBeGreaterThan(1000)
    expect(Math.abs(idOf(token) - idOf(next))).toBeGreaterThan(1000)
  })

  it('reads the largest id that the database can give', () => {
    const last = { ...row, id: 2 ** 31 - 1 }
    expect(linkedId(service, 'queue_entry', linkToken(service, 'queue_entry', last))).toBe(last.id)
  })
})

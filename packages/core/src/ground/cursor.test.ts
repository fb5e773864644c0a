import { describe, expect, it } from 'vitest'
import { cryptography, sealingKeys } from './crypto.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const crypto = cryptography(
  'a root secret of the tests, long enough to be taken',
  sealingKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`),
)
const scope = { organizationId: 1, list: 'clients by id', filters: {} }

describe('a cursor', () => {
  it('of any length is read as it was given, and refused with a letter more or another end', () => {
    for (let length = 1; length <= 12; length++) {
      const position = { key: 'k'.repeat(length), id: 1 }
      const cursor = encodeCursor(crypto, scope, position)
      expect(decodeCursor(crypto, scope, cursor)).toEqual(position)
      const others = [`${cursor}A`, `${cursor}=`, `${cursor}.`, ` ${cursor}`, cursor.slice(0, -1)]
      for (const other of others) {
        expect(() => decodeCursor(crypto, scope, other), other).toThrow('cursor')
      }
    }
  })
})

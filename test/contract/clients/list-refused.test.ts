import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { ids } from '../../support/clients.ts'

const api = useSharedApi()

const list = (key: string, query = '') => api.call('GET', `/v1/clients${query}`, { key })

describe('GET /v1/clients', () => {
  it('403 forbidden_scope: a key without read', async () => {
    const organization = await api.organization()
    const reply = await list(await organization.keyWith(['write']))
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it.each([
    ['q=', 'q', 'too_short'],
    ['q=%20%20', 'q', 'too_short'],
    [`q=${'a'.repeat(4001)}`, 'q', 'too_long'],
    ['q=a%00b', 'q', 'invalid_value'],
    ['q[]=a', 'q', 'invalid_type'],
    ['phone[]=1', 'phone', 'invalid_type'],
    ['metadata=x', 'metadata', 'invalid_type'],
    ['metadata[a][b]=x', 'metadata.a', 'invalid_type'],
    ['metadata[a]=%00', 'metadata.a', 'invalid_value'],
    // The parser would leave these out, and the list would then hold everybody.
    ['metadata[__proto__]=x', 'metadata.__proto__', 'invalid_format'],
    ['metadata%5B__proto__%5D=x', 'metadata.__proto__', 'invalid_format'],
    ['metadata[__proto__][a]=x', 'metadata.__proto__', 'invalid_format'],
    ['metadata[a]=1&metadata[__proto__]=x', 'metadata.__proto__', 'invalid_format'],
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=201', 'limit', 'out_of_range'],
    [`limit=${'9'.repeat(20)}`, 'limit', 'out_of_range'],
    ['limit=1.5', 'limit', 'invalid_type'],
    ['updated_since=2026-11-20', 'updated_since', 'invalid_format'],
    ['updated_since=2026-11-20T09:00:00', 'updated_since', 'offset_required'],
    ['created_since=2026-02-30T09:00:00Z', 'created_since', 'invalid_format'],
    ['created_since=', 'created_since', 'invalid_format'],
    ['cursor=AAAA', 'cursor', 'invalid_value'],
    ['expand=appointments', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (query, field, code) => {
    const { key } = await api.organization()
    const reply = await list(key, `?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('400 validation_error: a cursor belongs to its filters, its order, its route and its organization', async () => {
    const ours = await api.organization()
    const stranger = await api.organization()
    await createClientRow(api.db, ours.row)
    await createClientRow(api.db, ours.row)
    const { next_cursor: cursor } = (await list(ours.key, '?limit=1&q=ana')).body
    const misused = [
      await list(ours.key, `?cursor=${cursor}`),
      await list(ours.key, `?q=bia&cursor=${cursor}`),
      await list(ours.key, `?q=ana&email=a@b.co&cursor=${cursor}`),
      await list(ours.key, `?q=ana&created_since=2020-01-01T00:00:00Z&cursor=${cursor}`),
      await api.call('GET', `/v1/professionals?cursor=${cursor}`, { key: ours.key }),
      await list(stranger.key, `?q=ana&cursor=${cursor}`),
      await list(ours.key, `?q=ana&cursor=${cursor}AAAA`),
    ]
    for (const reply of misused) {
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'cursor', code: 'invalid_value' }])
    }
    expect(ids(await list(ours.key, `?cursor=${cursor}&limit=9&q=ana`))).toHaveLength(1)
  })
})

describe('GET /v1/clients, whatever is asked', () => {
  it('no filter makes it fail', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '11987654321', metadata: { a: '1' } })
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '%',
        '\\',
        "'",
        '"',
        '{}',
        '[',
        '\u0000',
        '\ud800',
        '+55',
        '1e9',
        '٣',
        '🙂',
        '',
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    )
    const name = fc.oneof(
      fc.constantFrom('q', 'phone', 'email', 'cpf', 'updated_since', 'created_since', 'limit'),
      fc.constantFrom('cursor', 'metadata', 'metadata[a]', 'metadata[]', 'expand', 'q[]', 'q[x]'),
      value.map((key) => `metadata[${key}]`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 5 }), async (filters) => {
        const query = filters
          .map(([key, text]) => `${encodeURIComponent(key.toWellFormed())}=${encoded(text)}`)
          .join('&')
        const reply = await list(key, `?${query}`)
        expect([200, 400]).toContain(reply.status)
      }),
      { numRuns: 300 },
    )
  })
})

/** Percent-encoded, halves of surrogate pairs as bytes that are no UTF-8. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

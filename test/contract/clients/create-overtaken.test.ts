/** A client who is found by an identifier that someone else takes away meanwhile. */
import { expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { overtaken } from '../../support/overtaking.ts'

const api = useSharedApi()

const EMAIL = 'ana@example.com'
const PHONE = '11955554444'

it.each([
  ['another has the phone: that one', true],
  ['no one has the phone: the same by e-mail', false],
])('200: the CPF is removed while the request waits, and %s', async (_, hasPhone) => {
  const { row, key } = await api.organization()
  const first = await createClientRow(api.db, row, { cpf: '52998224725', email: EMAIL })
  const second = hasPhone ? await createClientRow(api.db, row, { phone: PHONE }) : first
  const reply = await overtaken(api, {
    lock: (session) => session.query('SELECT FROM client WHERE id = $1 FOR UPDATE', [first.id]),
    slow: () =>
      api.call('POST', '/v1/clients', {
        key,
        body: { first_name: 'Ana', cpf: '529.982.247-25', phone: PHONE, email: EMAIL },
      }),
    change: (session) => session.query('UPDATE client SET cpf = NULL WHERE id = $1', [first.id]),
  })
  expect([reply.status, reply.body.id]).toEqual([200, second.id])
})

it('201: the only identifier is removed while the request waits, so that it creates a client', async () => {
  const { row, key } = await api.organization()
  const first = await createClientRow(api.db, row, { phone: PHONE })
  const reply = await overtaken(api, {
    lock: (session) => session.query('SELECT FROM client WHERE id = $1 FOR UPDATE', [first.id]),
    slow: () => api.call('POST', '/v1/clients', { key, body: { first_name: 'Ana', phone: PHONE } }),
    change: (session) =>
      session.query('UPDATE client SET phone = NULL, phone_key = NULL WHERE id = $1', [first.id]),
  })
  expect(reply.status).toBe(201)
  expect(reply.body.id).not.toBe(first.id)
})

/** A client that is there already: who is meant, what of theirs is changed, and that no one is doubled. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Reply, useSharedApi } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { CPF, newClient } from '../../support/clients.ts'
import { untilWaiting } from '../../support/overtaking.ts'

const api = useSharedApi()

const OTHER_CPF = '11144477735'

const post = (key: string, body: unknown) => api.call('POST', '/v1/clients', { key, body })

describe('POST /v1/clients', () => {
  it.each([
    ['cpf', { cpf: '529.982.247-25' }],
    ['phone', { phone: '+55 11 98765-4321' }],
    ['phone without its ninth digit', { phone: '011 8765-4321' }],
    ['email', { email: 'ANA@example.com' }],
  ])('200: the same %s returns the client as it is and changes nothing', async (_name, same) => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      cpf: CPF,
      phone: '11987654321',
      email: 'ana@example.com',
    })
    const reply = await post(key, {
      first_name: 'Outra',
      last_name: 'Pessoa',
      birth_date: '2000-01-01',
      metadata: { a: '1' },
      ...same,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: known.id,
      first_name: 'Ana',
      birth_date: null,
      metadata: {},
    })
    const after = await api.db.client.findMany({ where: { organizationId: row.id } })
    expect(after).toEqual([known])
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: a phone stored without its ninth digit is found with it', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { phone: '+55 11 8765-4321' })
    expect(known.phone).toBe('+551187654321')
    const reply = await post(key, { first_name: 'Ana', phone: '+55 11 98765-4321' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: known.id, phone: '+551187654321' })
  })

  it('201: a mobile is not taken for the landline that its last eight digits make', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '(11) 3456-7890' })
    const reply = await post(key, { first_name: 'Bia', phone: '(11) 93456-7890' })
    expect(reply.status).toBe(201)
  })

  it('200: CPF counts before phone, phone before e-mail', async () => {
    const { row, key } = await api.organization()
    const byEmail = await createClientRow(api.db, row, { email: 'familia@example.com' })
    const byPhone = await createClientRow(api.db, row, { phone: '11987654321' })
    const byCpf = await createClientRow(api.db, row, { cpf: CPF })
    const match = async (input: object) => (await post(key, { first_name: 'X', ...input })).body.id
    const email = 'familia@example.com'
    const phone = '(11) 98765-4321'
    expect(await match({ cpf: CPF, phone, email })).toBe(byCpf.id)
    expect(await match({ cpf: OTHER_CPF, phone, email })).toBe(byPhone.id)
    expect(await match({ phone, email })).toBe(byPhone.id)
    expect(await match({ phone: '21 3456-7890', email })).toBe(byEmail.id)
  })

  it('200: of several with the same phone or e-mail the lowest id', async () => {
    const { row, key } = await api.organization()
    const mother = await createClientRow(api.db, row, { phone: '11987654321' })
    await createClientRow(api.db, row, { phone: '1187654321' })
    const reply = await post(key, { first_name: 'Filha', phone: '11987654321' })
    expect(reply.body.id).toBe(mother.id)
  })

  it('200: of several with the same phone the one with the same first name', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '11987654321' })
    const son = await createClientRow(api.db, row, { first_name: 'José', phone: '1187654321' })
    const named = { first_name: ' JOSE', phone: '11987654321', email: 'jose@example.com' }
    for (const on_match of ['return', 'create', 'update']) {
      const reply = await post(key, { ...named, on_match })
      expect(reply).toMatchObject({ status: 200, body: { id: son.id } })
    }
  })

  it('201: on_match create takes the same phone or e-mail under another first name for another person', async () => {
    const { row, key } = await api.organization()
    const shared = { phone: '11987654321', email: 'ana@example.com' }
    const ana = await createClientRow(api.db, row, { ...shared, cpf: CPF })
    const create = (body: object) => post(key, { ...body, on_match: 'create' })
    const daughter = await create({ first_name: 'Lia', ...shared })
    expect(daughter).toMatchObject({ status: 201, body: { first_name: 'Lia' } })
    const again = await create({ first_name: 'LÍA', last_name: 'Souza', phone: shared.phone })
    expect(again).toMatchObject({ status: 200, body: { id: daughter.body.id, last_name: null } })
    const byEmail = { phone: '11955550100', email: shared.email }
    expect(await create({ first_name: 'ana', ...byEmail })).toMatchObject({
      status: 200,
      body: { id: ana.id, phone: ana.phone },
    })
    const byCpf = await create({ first_name: 'Outra', cpf: CPF })
    expect(byCpf).toMatchObject({ status: 200, body: { id: ana.id } })
  })

  it('200: on_match update overwrites what is sent and not null, merges metadata, and tells', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      first_name: 'Ana',
      last_name: 'Souza',
      cpf: CPF,
      phone: '11987654321',
      email: 'old@example.com',
      birth_date: '1988-04-23',
      metadata: { keep: '1', change: '1', drop: '1' },
    })
    const reply = await post(key, {
      first_name: 'Ana Maria',
      last_name: null,
      cpf: CPF,
      email: 'new@example.com',
      birth_date: null,
      metadata: { change: '2', drop: null, add: '3' },
      on_match: 'update',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: known.id,
      first_name: 'Ana Maria',
      last_name: 'Souza',
      name: 'Ana Maria Souza',
      email: 'new@example.com',
      phone: '+5511987654321',
      birth_date: '1988-04-23',
      metadata: { keep: '1', change: '2', add: '3' },
    })
    const after = await api.db.client.findUniqueOrThrow({ where: { id: known.id } })
    expect(after.updatedAt.getTime()).toBeGreaterThan(known.updatedAt.getTime())
    const events = await eventsOf(api.db, row)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'client.updated', payload: { batch_id: null } })
    expect(events[0]?.payload.object).toEqual(reply.body)
    expect(events[0]?.payload.changes).toEqual({
      first_name: { from: 'Ana', to: 'Ana Maria' },
      email: { from: 'old@example.com', to: 'new@example.com' },
      metadata: {
        from: { change: '1', drop: '1', add: null },
        to: { change: '2', drop: null, add: '3' },
      },
    })
  })

  it('200: on_match update that changes nothing leaves updated_at alone and tells no one', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      phone: '11987654321',
      metadata: { b: '2', a: '1' },
    })
    const reply = await post(key, {
      first_name: 'Ana',
      last_name: 'Souza',
      phone: '+5511987654321',
      metadata: { a: '1', absent: null },
      on_match: 'update',
    })
    expect(reply.status).toBe(200)
    expect(await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).toEqual(known)
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: on_match update: null clears nothing, metadata included', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      first_name: 'Ana',
      last_name: 'Souza',
      cpf: CPF,
      phone: '11987654321',
      email: 'ana@example.com',
      birth_date: '1988-04-23',
      metadata: { a: '1' },
    })
    const reply = await post(key, {
      first_name: 'Ana',
      last_name: null,
      cpf: CPF,
      phone: null,
      email: null,
      birth_date: null,
      metadata: null,
      on_match: 'update',
    })
    expect(reply).toMatchObject({ status: 200, body: { metadata: { a: '1' } } })
    expect(await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).toEqual(known)
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: on_match update keeps the ninth digit of a mobile, and adds it where it was missing', async () => {
    const { row, key } = await api.organization()
    const phoneAfter = async (stored: string, sent: string) => {
      const { id } = await createClientRow(api.db, row, { cpf: CPF, phone: stored })
      const body = { first_name: 'Ana', cpf: CPF, phone: sent, on_match: 'update' }
      const reply = await post(key, body)
      expect(reply).toMatchObject({ status: 200, body: { id } })
      await api.db.client.delete({ where: { id } })
      return reply.body.phone
    }
    expect(await phoneAfter('11987654321', '(11) 8765-4321')).toBe('+5511987654321')
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(await phoneAfter('1187654321', '(11) 98765-4321')).toBe('+5511987654321')
    // Another number, that only ends in the same digits.
    expect(await phoneAfter('11987654321', '(21) 8765-4321')).toBe('+552187654321')
    expect(await phoneAfter('11934567890', '(11) 3456-7890')).toBe('+551134567890')
  })

  it('200: what on_match update wrote can be searched for and matched', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { cpf: CPF, phone: '11987654321' })
    await post(key, {
      first_name: 'Conceição',
      cpf: CPF,
      phone: '(21) 99876-5432',
      on_match: 'update',
    })
    const found = await api.call('GET', '/v1/clients?q=conceicao', { key })
    expect(found.body.data).toMatchObject([{ id: known.id }])
    const matched = await post(key, { first_name: 'X', phone: '21 9876-5432' })
    expect(matched).toMatchObject({ status: 200, body: { id: known.id } })
    const former = await post(key, { first_name: 'X', phone: '11987654321' })
    expect(former.status).toBe(201)
  })
})

describe('POST /v1/clients, many at the same time', () => {
  beforeAll(async () => {
    // So that connections to the database are open, and the first requests meet one another.
    const { key } = await api.organization()
    await Promise.all(Array.from({ length: 40 }, () => post(key, newClient())))
  })

  it('201 and 200: 30 equal requests make one client and one event', async () => {
    const { row, key } = await api.organization()
    const body = { first_name: 'Ana', phone: '11987654321', email: 'ana@example.com', cpf: CPF }
    const replies = await Promise.all(Array.from({ length: 30 }, () => post(key, body)))
    expect(statuses(replies)).toEqual([...Array(29).fill(200), 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
    expect(await eventsOf(api.db, row)).toHaveLength(1)
  })

  it('201 and 200: one phone with and without its ninth digit is one client', async () => {
    const { row, key } = await api.organization()
    const phones = ['+55 11 98765-4321', '11 8765-4321', '(11)98765.4321', '+551187654321']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(key, { first_name: 'Ana', phone: phones[index % phones.length] }),
      ),
    )
    expect(statuses(replies)).toEqual([...Array(19).fill(200), 201])
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
  })

  it('201 and 200: on_match create makes one client of one person, and two of two who share a phone', async () => {
    const { row, key } = await api.organization()
    const names = ['Ana', 'Lia']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(key, { first_name: names[index % 2], phone: '11987654321', on_match: 'create' }),
      ),
    )
    expect(statuses(replies)).toEqual([...Array(18).fill(200), 201, 201])
    const made = await api.db.client.findMany({ where: { organizationId: row.id } })
    expect(made.map(({ firstName }) => firstName).toSorted()).toEqual(names)
  })

  it('201 and 200: identifiers that overlap crosswise neither deadlock nor double anyone', async () => {
    const { row, key } = await api.organization()
    const bodies = Array.from({ length: 24 }, (_, index) => ({
      first_name: `P${index}`,
      phone: `+55 11 98765-${1000 + (index % 4)}`,
      email: `p${index % 3}@example.com`,
      ...(index % 2 === 0 ? { cpf: CPF } : {}),
      on_match: index % 5 === 0 ? 'update' : 'return',
    }))
    const replies = await Promise.all(bodies.map((body) => post(key, body)))
    expect(replies.every((reply) => reply.status === 200 || reply.status === 201)).toBe(true)
    const rows = await api.db.client.findMany({ where: { organizationId: row.id } })
    expect(rows.filter((client) => client.cpf === CPF)).toHaveLength(1)
    const events = await eventsOf(api.db, row)
    expect(events.filter((event) => event.type === 'client.created')).toHaveLength(rows.length)
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1))
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('201: clients that share nothing do not wait for one another', async () => {
    const { row, key } = await api.organization()
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(key, newClient())))
    expect(statuses(replies)).toEqual(Array(20).fill(201))
    expect(await eventsOf(api.db, row)).toHaveLength(20)
  })

  it('200: a client that is taking over a CPF by PATCH is waited for, and then found', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { phone: '11987654321' })
    const outsider = await api.connection.pool.connect()
    try {
      await outsider.query('BEGIN')
      await outsider.query('SELECT FROM client WHERE id = $1 FOR UPDATE', [known.id])
      const patching = api.call('PATCH', `/v1/clients/${known.id}`, { key, body: { cpf: CPF } })
      await untilWaiting(api, 1)
      const posting = post(key, { first_name: 'Outra', cpf: CPF })
      await untilWaiting(api, 2)
      await outsider.query('COMMIT')
      expect((await patching).status).toBe(200)
      expect(await posting).toMatchObject({ status: 200, body: { id: known.id, cpf: CPF } })
    } finally {
      outsider.release(true)
    }
  })

  it('201: a client that loses the phone while its row is waited for is not the one that is meant', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { phone: '1134567890' })
    const next = await createClientRow(api.db, row, { email: 'next@example.com' })
    const outsider = await api.connection.pool.connect()
    try {
      await outsider.query('BEGIN')
      await outsider.query('UPDATE client SET phone = NULL, phone_key = NULL WHERE id = $1', [
        known.id,
      ])
      const alone = post(key, { first_name: 'X', phone: '1134567890', on_match: 'update' })
      await untilWaiting(api, 1)
      const orNext = post(key, { first_name: 'X', phone: '1134567890', email: next.email })
      await untilWaiting(api, 2)
      await outsider.query('COMMIT')
      const replies = [await alone, await orNext]
      expect(replies[0]?.status).toBe(201)
      // By then the first has the phone.
      expect(replies[1]).toMatchObject({ status: 200, body: { id: replies[0]?.body.id } })
      expect((await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).firstName).toBe(
        'Ana',
      )
    } finally {
      outsider.release(true)
    }
  })

  it('201 and 400: of a PATCH and a POST with one CPF each goes before or after the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { row, key } = await api.organization()
      const known = await createClientRow(api.db, row, { phone: '11987654321' })
      const [patched, posted] = await Promise.all([
        api.call('PATCH', `/v1/clients/${known.id}`, { key, body: { cpf: CPF } }),
        post(key, { first_name: 'Outra', cpf: CPF }),
      ])
      // POST creates and PATCH is refused, or PATCH changes and POST finds.
      const orders = [
        [400, 201],
        [200, 200],
      ]
      expect(orders).toContainEqual([patched.status, posted.status])
      expect(await api.db.client.count({ where: { organizationId: row.id, cpf: CPF } })).toBe(1)
    }
  })
})

function statuses(replies: readonly Reply[]): number[] {
  return replies.map((reply) => reply.status).sort((a, b) => a - b)
}

import { describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { untilWaiting } from '../../support/overtaking.ts'

const api = useSharedApi()

const CPF = '52998224725'
const OTHER_CPF = '11144477735'

/** A client with a value in every field. */
async function known() {
  const organization = await api.organization()
  const client = await createClientRow(api.db, organization.row, {
    first_name: 'Ana',
    last_name: 'Souza',
    email: 'ana@example.com',
    phone: '11987654321',
    cpf: CPF,
    birth_date: '1988-04-23',
    metadata: { keep: '1', change: '1', drop: '1' },
  })
  return { ...organization, client }
}

describe('PATCH /v1/clients/{client_id}', () => {
  it('200: what is sent changes, what is left out stays, and client.updated tells both values', async () => {
    const { row, key, client } = await known()
    const reply = await patch(key, client.id, {
      first_name: ' Ana Maria ',
      email: ' NEW@Example.com',
      phone: '(21) 3456-7890',
      cpf: '111.444.777-35',
      birth_date: '1990-01-02',
      metadata: { change: '2', drop: null, add: '3', absent: null },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: client.id,
      first_name: 'Ana Maria',
      last_name: 'Souza',
      name: 'Ana Maria Souza',
      email: 'new@example.com',
      phone: '+552134567890',
      cpf: OTHER_CPF,
      birth_date: '1990-01-02',
      metadata: { keep: '1', change: '2', add: '3' },
    })
    const events = await eventsOf(api.db, row)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: 'client.updated',
      payload: { batch_id: null },
      context: { source: 'api', request_id: reply.headers.get('x-request-id') },
    })
    expect(events[0]?.payload.object).toEqual(reply.body)
    expect(events[0]?.payload.changes).toEqual({
      first_name: { from: 'Ana', to: 'Ana Maria' },
      email: { from: 'ana@example.com', to: 'new@example.com' },
      phone: { from: '+5511987654321', to: '+552134567890' },
      cpf: { from: CPF, to: OTHER_CPF },
      birth_date: { from: '1988-04-23', to: '1990-01-02' },
      metadata: {
        from: { change: '1', drop: '1', add: null },
        to: { change: '2', drop: null, add: '3' },
      },
    })
    const after = await api.db.client.findUniqueOrThrow({ where: { id: client.id } })
    expect(after.updatedAt.getTime()).toBeGreaterThan(client.updatedAt.getTime())
    expect(after.createdAt).toEqual(client.createdAt)
  })

  it('200: null and empty text clear, metadata null clears all', async () => {
    const { row, key, client } = await known()
    const reply = await patch(key, client.id, {
      last_name: '',
      email: null,
      phone: ' ',
      birth_date: null,
      metadata: null,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      last_name: null,
      name: 'Ana',
      email: null,
      phone: null,
      cpf: CPF,
      birth_date: null,
      metadata: {},
    })
    const [event] = await eventsOf(api.db, row)
    expect(event?.payload.changes).toEqual({
      last_name: { from: 'Souza', to: null },
      email: { from: 'ana@example.com', to: null },
      phone: { from: '+5511987654321', to: null },
      birth_date: { from: '1988-04-23', to: null },
      metadata: {
        from: { keep: '1', change: '1', drop: '1' },
        to: { keep: null, change: null, drop: null },
      },
    })
    const found = await api.call('GET', '/v1/clients?phone=11987654321', { key })
    expect(found.body.data).toEqual([])
  })

  it.each([
    ['nothing', {}],
    [
      'unknown fields',
      { id: 5, name: 'X', created_at: '2001-01-01T00:00:00Z', on_match: 'update' },
    ],
    [
      'the same values otherwise written',
      {
        first_name: 'Ana ',
        email: 'ANA@EXAMPLE.COM',
        phone: '+55 (11) 98765-4321',
        cpf: '529.982.247-25',
        birth_date: '1988-04-23',
        metadata: { drop: '1', change: '1', absent: null },
      },
    ],
  ])('200: %s leaves the row and updated_at alone and tells no one', async (_name, body) => {
    const { row, key, client } = await known()
    const reply = await patch(key, client.id, body)
    expect(reply.status).toBe(200)
    expect(await api.db.client.findUniqueOrThrow({ where: { id: client.id } })).toEqual(client)
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(reply.body).toEqual((await api.call('GET', `/v1/clients/${client.id}`, { key })).body)
  })

  it('200: a mobile that has its ninth digit keeps it', async () => {
    const { row, key, client } = await known()
    const reply = await patch(key, client.id, { phone: '(11) 8765-4321' })
    expect(reply).toMatchObject({ status: 200, body: { phone: '+5511987654321' } })
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: another client may have the same e-mail and phone', async () => {
    const { row, key, client } = await known()
    const child = await createClientRow(api.db, row, { first_name: 'Filha' })
    const reply = await patch(key, child.id, { email: client.email, phone: client.phone })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ email: client.email, phone: client.phone })
  })

  it('200: search follows the change', async () => {
    const { key, client } = await known()
    await patch(key, client.id, { first_name: 'Conceição', last_name: 'Araújo' })
    const found = await api.call('GET', '/v1/clients?q=araujo%20CONCEI', { key })
    expect(found.body.data).toMatchObject([{ id: client.id }])
    expect((await api.call('GET', '/v1/clients?q=souza', { key })).body.data).toEqual([])
  })

  it('200: 20 merges at the same time all arrive', async () => {
    const { row, key, client } = await known()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        patch(key, client.id, { metadata: { [`k${index}`]: 'v' } }),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    const after = await api.call('GET', `/v1/clients/${client.id}`, { key })
    expect(Object.keys(after.body.metadata)).toHaveLength(23)
    const events = await eventsOf(api.db, row)
    expect(events).toHaveLength(20)
    expect(events.at(-1)?.payload.object).toEqual(after.body)
    for (const event of events) {
      expect(Object.keys(event.payload.changes?.['metadata']?.to ?? {})).toHaveLength(1)
    }
  })

  it('200: another organization may have a client with the same CPF', async () => {
    const { client } = await known()
    const stranger = await known()
    const other = await createClientRow(api.db, stranger.row, { cpf: OTHER_CPF })
    await api.db.client.delete({ where: { id: stranger.client.id } })
    const reply = await patch(stranger.key, other.id, { cpf: client.cpf })
    expect(reply.status).toBe(200)
  })

  it('200: a client whose identifiers are not required may lose them', async () => {
    const { row, key, client } = await known()
    await api.db.organization.update({
      where: { id: row.id },
      data: { requireClientIdentifier: false },
    })
    const reply = await patch(key, client.id, { email: null, phone: null, cpf: null })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ email: null, phone: null, cpf: null })
  })

  it.each<[string, object, string, string]>([
    ['first name null', { first_name: null }, 'first_name', 'invalid_type'],
    ['first name blank', { first_name: '  ' }, 'first_name', 'too_short'],
    ['first name of 81', { first_name: 'x'.repeat(81) }, 'first_name', 'too_long'],
    ['last name of 121', { last_name: 'x'.repeat(121) }, 'last_name', 'too_long'],
    ['e-mail', { email: 'ana@' }, 'email', 'invalid_format'],
    ['phone', { phone: '123' }, 'phone', 'invalid_format'],
    ['CPF', { cpf: '12345678900' }, 'cpf', 'invalid_value'],
    ['birth date', { birth_date: '1988-4-23' }, 'birth_date', 'invalid_format'],
    ['birth date tomorrow', { birth_date: '2026-11-21' }, 'birth_date', 'out_of_range'],
    ['birth date of old', { birth_date: '1899-12-31' }, 'birth_date', 'out_of_range'],
    ['metadata text', { metadata: 'x' }, 'metadata', 'invalid_type'],
    ['metadata value', { metadata: { a: {} } }, 'metadata.a', 'invalid_type'],
  ])('400 validation_error: %s', async (_name, body, field, code) => {
    const { key, client } = await known()
    const reply = await patch(key, client.id, body)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
    expect(await api.db.client.findUniqueOrThrow({ where: { id: client.id } })).toEqual(client)
  })

  it('400 validation_error: the CPF of another client is already_in_use', async () => {
    const { row, key, client } = await known()
    const other = await createClientRow(api.db, row, { cpf: OTHER_CPF })
    const reply = await patch(key, other.id, { cpf: '529.982.247-25', first_name: 'Outra' })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field: 'cpf', code: 'already_in_use' }])
    expect(reply.text).not.toContain(CPF)
    expect(await api.db.client.findUniqueOrThrow({ where: { id: other.id } })).toEqual(other)
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(client.cpf).toBe(CPF)
  })

  it('400 validation_error: of ten clients that take one CPF at the same time nine are refused', async () => {
    const { row, key } = await api.organization()
    const clients = []
    for (let index = 0; index < 10; index += 1) {
      clients.push(await createClientRow(api.db, row, { email: `p${index}@example.com` }))
    }
    const replies = await Promise.all(clients.map(({ id }) => patch(key, id, { cpf: CPF })))
    expect(replies.map((reply) => reply.status).sort(ascending)).toEqual([
      200,
      ...Array(9).fill(400),
    ])
    for (const reply of replies.filter(({ status }) => status === 400)) {
      expect(reply.body.errors).toMatchObject([{ field: 'cpf', code: 'already_in_use' }])
    }
    expect(await eventsOf(api.db, row)).toHaveLength(1)
  })

  it('400 validation_error: the unique index answers the same when the lock was passed by', async () => {
    const { row, key } = await api.organization()
    const client = await createClientRow(api.db, row, { email: 'a@example.com' })
    // Another program, which knows nothing of our locks, has written the CPF and not yet committed.
    const outsider = await api.connection.pool.connect()
    try {
      await outsider.query('BEGIN')
      await outsider.query(
        `INSERT INTO client (organization_id, first_name, cpf, search_text) VALUES ($1, 'X', $2, 'x')`,
        [row.id, CPF],
      )
      const answer = patch(key, client.id, { cpf: CPF })
      await untilWaiting(api)
      await outsider.query('COMMIT')
      const reply = await answer
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'cpf', code: 'already_in_use' }])
    } finally {
      outsider.release(true)
    }
  })

  it('400 validation_error: over 50 keys after the merge', async () => {
    const { key, client } = await known()
    const more = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 'v']))
    const over = await patch(key, client.id, { metadata: more(48) })
    expect(over.status).toBe(400)
    expect(over.body.errors).toMatchObject([{ field: 'metadata', code: 'too_many' }])
    const full = await patch(key, client.id, { metadata: { ...more(48), drop: null } })
    expect(full.status).toBe(200)
    expect(Object.keys(full.body.metadata)).toHaveLength(50)
    const replaced = await patch(key, client.id, { metadata: { n0: '2' } })
    expect(replaced.status).toBe(200)
  })

  it.each([
    ['0', 'client_id', 'out_of_range'],
    ['2147483648', 'client_id', 'out_of_range'],
    ['x', 'client_id', 'invalid_type'],
    ['1?expand=client', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (path, field, code) => {
    const { key } = await api.organization()
    const reply = await patch(key, path, { first_name: 'X' })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('200: the path says which client, whatever the body says', async () => {
    const { row, key, client } = await known()
    const other = await createClientRow(api.db, row, { email: 'other@example.com' })
    const reply = await patch(key, client.id, { client_id: other.id, first_name: 'Nova' })
    expect(reply.body).toMatchObject({ id: client.id, first_name: 'Nova' })
  })

  it('403 forbidden_scope: a key without write', async () => {
    const organization = await known()
    const reader = await organization.keyWith(['read'])
    const reply = await patch(reader, organization.client.id, { first_name: 'X' })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('404 not_found: no one has this id, or only another organization, whose client stays as it is', async () => {
    const theirs = await known()
    const { key } = await api.organization()
    for (const id of [theirs.client.id, 2_147_483_647]) {
      const reply = await patch(key, id, { first_name: 'X', cpf: OTHER_CPF })
      expect(reply.status).toBe(404)
      expect(reply.body.code).toBe('not_found')
    }
    const after = await api.db.client.findUniqueOrThrow({ where: { id: theirs.client.id } })
    expect(after).toEqual(theirs.client)
    // Shape is judged before anything is looked up.
    expect((await patch(key, theirs.client.id, { first_name: '' })).status).toBe(400)
  })

  it('422 client_identifier_required: the last identifier cannot be cleared', async () => {
    const { row, key, client } = await known()
    const reply = await patch(key, client.id, { email: null, phone: null, cpf: null })
    expect(reply.status).toBe(422)
    expect(reply.body.code).toBe('client_identifier_required')
    expect(await api.db.client.findUniqueOrThrow({ where: { id: client.id } })).toEqual(client)
    expect(await eventsOf(api.db, row)).toEqual([])
    expect((await patch(key, client.id, { email: null, phone: null })).status).toBe(200)
    expect((await patch(key, client.id, { cpf: null, phone: '1134567890' })).status).toBe(200)
  })

  it('200: a client that never had an identifier can be changed; 422 once it has one to lose', async () => {
    const { row, key } = await api.organization()
    const client = await createClientRow(api.db, row, { first_name: 'Ana' })
    const renamed = await patch(key, client.id, { first_name: 'Bia', email: null, phone: '' })
    expect(renamed).toMatchObject({ status: 200, body: { first_name: 'Bia', email: null } })
    expect((await patch(key, client.id, { email: 'bia@example.com' })).status).toBe(200)
    expect((await patch(key, client.id, { email: null })).status).toBe(422)
    expect((await patch(key, client.id, { email: null, phone: '1134567890' })).status).toBe(200)
  })

  it('422 client_identifier_required: two that each clear one of the last two; one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { row, key } = await api.organization()
      const client = await createClientRow(api.db, row, { email: 'a@b.co', phone: '1134567890' })
      const replies = await Promise.all([
        patch(key, client.id, { email: null }),
        patch(key, client.id, { phone: null }),
      ])
      expect(replies.map((reply) => reply.status).sort(ascending)).toEqual([200, 422])
    }
  })
})

const ascending = (one: number, other: number) => one - other

function patch(key: TestOrganization['key'], id: number | string, body: unknown) {
  return api.call('PATCH', `/v1/clients/${id}`, { key, body })
}

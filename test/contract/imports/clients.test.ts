/** Clients from a CSV file. */
import { LIMITS } from '@scheduling/core'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApi, useSharedApi } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { erase, seenVersion } from '../../support/erasure.ts'
import { download, rowsIn } from '../../support/downloads.ts'
import { fileFaults, sendFile } from '../../support/imports.ts'

const api = useSharedApi()

async function place() {
  const organization = await api.organization()
  const owner = await signIn(api, organization)
  const { row } = organization
  const send = (file: RequestInit['body'], input: object = {}) =>
    sendFile(api, owner, 'clients', file, input)
  const clients = () =>
    api.db.client.findMany({ where: { organizationId: row.id }, orderBy: { id: 'asc' } })
  return { organization, row, owner, send, clients }
}

const FILE = [
  'external_id;first_name;last_name;email;phone;cpf;birth_date;metadata.crm',
  'A1;Ana;Lima;ANA@example.com;(11) 98765-4321;529.982.247-25;1988-04-23;x1',
  'A2;"Bruno ""B""; Neto";;bruno@example.com;;;;',
  'A3;Carla;;not-an-email;;111.111.111-11;1800-01-01;',
  'A4;Dora;;;;;;',
  ';Eva;;eva@example.com;;;;',
  'A1;Fabio;;fabio@example.com;;;;',
].join('\r\n')

describe('import/clients', () => {
  it('200: each row as the API would take it; the refused ones by line and field', async () => {
    const { row, send, clients } = await place()
    const { status, rows, sums } = await send(FILE)
    expect(status).toBe(200)
    expect(sums).toEqual({
      dry_run: false,
      rows: 6,
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: 4,
    })
    expect(rows.map(({ line, outcome, code }) => [line, outcome, code])).toEqual([
      [2, 'created', null],
      [3, 'created', null],
      [4, 'refused', 'validation_error'],
      [5, 'refused', 'client_identifier_required'],
      [6, 'refused', 'validation_error'],
      [7, 'refused', 'validation_error'],
    ])
    const fields = (index: number) =>
      rows[index].errors.map((error: any) => `${error.field} ${error.code}`)
    expect(fields(2)).toEqual(['email invalid_format', 'cpf invalid_value'])
    expect(fields(4)).toEqual(['external_id required'])
    expect(fields(5)).toEqual(['external_id already_in_use'])
    expect(await clients()).toMatchObject([
      {
        id: rows[0].id,
        firstName: 'Ana',
        email: 'ana@example.com',
        phone: '+5511987654321',
        cpf: '52998224725',
        metadata: { crm: 'x1' },
      },
      { firstName: 'Bruno "B"; Neto', email: 'bruno@example.com' },
    ])
    const events = await eventsOf(api.db, row)
    expect(events.map(({ type }) => type)).toEqual(['client.created', 'client.created'])
    expect(events[0]?.context).toMatchObject({
      source: 'dashboard',
      actor: { type: 'user', name: 'Dona' },
    })
  })

  it('200: empty columns behind the last one, as spreadsheets write them', async () => {
    const { send, clients } = await place()
    const { status, sums } = await send(
      'external_id,first_name,phone,,\nA1,Ana,(11) 98765-4321,,\n',
    )
    expect([status, sums.created]).toEqual([200, 1])
    expect((await send('external_id,first_name,email\nA2,Bea,bea@example.com,,,\n')).status).toBe(
      200,
    )
    expect((await clients()).map(({ firstName }) => firstName)).toEqual(['Ana', 'Bea'])
  })

  it('200: the same file again changes nothing, and a corrected one what it corrects', async () => {
    const { row, send, clients } = await place()
    await send(FILE)
    const [before, told] = [await clients(), await eventsOf(api.db, row)]
    expect((await send(FILE)).sums).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      refused: 4,
    })
    expect(await clients()).toEqual(before)
    expect(await eventsOf(api.db, row)).toHaveLength(told.length)

    // Who is known is known by the external id, whatever else the row says.
    const corrected = 'external_id,first_name,email\nA1,Aninha,other@example.com\nA2,Bruno,\n'
    expect((await send(corrected)).sums).toMatchObject({ unchanged: 2 })
    expect(await clients()).toEqual(before)
    expect((await send(corrected, { on_match: 'update' })).sums).toMatchObject({ updated: 2 })
    expect(await clients()).toMatchObject([
      { firstName: 'Aninha', email: 'other@example.com', phone: '+5511987654321' },
      { firstName: 'Bruno', email: 'bruno@example.com' },
    ])
    expect((await send(corrected, { on_match: 'update' })).sums).toMatchObject({ unchanged: 2 })
  })

  it('200: a dry run tells the same and changes nothing', async () => {
    const { row, send, clients } = await place()
    const dry = await send(FILE, { dry_run: true })
    expect(dry.sums).toMatchObject({ dry_run: true, created: 2, refused: 4 })
    expect(dry.rows[0]).toMatchObject({ line: 2, outcome: 'created', id: null })
    expect(await clients()).toEqual([])
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(await api.db.importedRecord.count({ where: { organizationId: row.id } })).toBe(0)
    const real = await send(FILE)
    const told = (rows: any[]) => rows.map(({ id: _id, ...one }) => one)
    expect(told(real.rows)).toEqual(told(dry.rows))
  })

  it('200: who is there already is found by phone, and follows a merge', async () => {
    const { row, owner, send, clients } = await place()
    const ana = await createClientRow(api.db, row, { first_name: 'Ana', phone: '11987654321' })
    const file = 'external_id,first_name,phone\nX9,Ana Maria,11987654321\n'
    expect((await send(file)).rows).toMatchObject([{ outcome: 'unchanged', id: ana.id }])
    const survivor = await createClientRow(api.db, row, {
      first_name: 'Anna',
      email: 'a@example.com',
    })
    await owner.mutate('clients.merge', { client_id: survivor.id, merged_client_id: ana.id })
    expect((await send(file)).rows).toMatchObject([{ outcome: 'unchanged', id: survivor.id }])
    expect(await clients()).toHaveLength(1)
  })

  it('200: who was erased does not come back with the file', async () => {
    const { owner, send, clients } = await place()
    const file = 'external_id,first_name,phone\n529.982.247-25,Ana,11987654321\n'
    const id = (await send(file)).rows[0].id
    expect((await erase(owner, id, await seenVersion(owner, id))).status).toBe(200)
    const again = await send(file)
    expect(again.rows).toMatchObject([{ outcome: 'refused', code: 'not_found' }])
    expect(again.rows[0].message).toMatch(/erased/)
    expect(await clients()).toHaveLength(1)
    // Nor does the external id, which can be a CPF, stand anywhere.
    const kept = await api.connection.pool.query('SELECT external_key FROM imported_record')
    const plain = createHash('sha256').update('529.982.247-25').digest('hex')
    expect(kept.rows.map((one) => one.external_key.toString('hex'))).not.toContain(plain)
  })

  it('200: what a download escaped is read as it was; UTF-8 with and without a byte order mark', async () => {
    const { send } = await place()
    const file = `\uFEFFexternal_id,first_name,phone\nB1,'=Ana,'+5511987654321\nB2,"São\nJoão",\n`
    expect((await send(file)).rows.map(({ line: at, outcome }) => [at, outcome])).toEqual([
      [2, 'created'],
      [3, 'refused'],
    ])
  })

  /** Every kind of value that a client can have, the largest ones too. */
  async function manyClients(row: { id: number }): Promise<void> {
    const full = {
      first_name: '=HYPERLINK("http://x.example")',
      last_name: 'd\'Ávila; "Zé", 日本 \u{1F44B}',
      email: 'a+b@example.com',
      phone: '+5511987654321',
      cpf: '01234567890',
      birth_date: '1988-04-23',
    }
    const { id } = await createClientRow(api.db, row, full)
    const metadata = {
      'crm.id': '007',
      note: 'one\r\ntwo,=1+1;"x"\t@y',
      json: '{"a":["b"]}',
      empty: '',
    }
    await api.db.client.update({ where: { id }, data: { metadata } })
    // A family has one phone, and one e-mail.
    await createClientRow(api.db, row, { ...full, first_name: "'-Bia", last_name: null, cpf: null })
    await createClientRow(api.db, row, { first_name: '@dora', phone: '+4930123456', email: null })
    const largest = await createClientRow(api.db, row, {
      first_name: 'Á'.repeat(LIMITS.firstNameCharacters),
      email: 'l@example.com',
    })
    const value = '\u0001'.repeat(LIMITS.metadataValueCharacters)
    const keys = Array.from({ length: LIMITS.metadataKeys }, (_, n) =>
      String(n).padStart(LIMITS.metadataKeyCharacters, '_'),
    )
    await api.db.client.update({
      where: { id: largest.id },
      data: { metadata: Object.fromEntries(keys.map((key) => [key, value])) },
    })
  }

  it('200: a download comes back without loss, here and in another organization', async () => {
    const { row, owner, send, clients } = await place()
    await manyClients(row)
    // Without a phone, e-mail or CPF: known by its id alone.
    await createClientRow(api.db, row, { first_name: 'Sem', phone: null, email: null })
    const other = await place()
    for (const separator of [',', ';']) {
      const text = await (await download(api, owner, 'clients', { bom: true, separator })).text()
      const before = await clients()
      const here = await send(text, { on_match: 'update' })
      expect(here.sums).toMatchObject({ rows: 5, unchanged: 5 })
      expect(await clients()).toEqual(before)

      const there = await other.send(text, { on_match: 'create' })
      expect(there.sums).toMatchObject(
        separator === ',' ? { created: 4, refused: 1 } : { unchanged: 4, refused: 1 },
      )
      expect(there.rows.find(({ outcome }) => outcome === 'refused')).toMatchObject({
        line: 6,
        code: 'client_identifier_required',
      })
      const copied = rowsIn(await (await download(api, other.owner, 'clients', {})).text())
      const known = ({
        id: _id,
        created_at: _at,
        updated_at: _to,
        ...rest
      }: Record<string, string>) => rest
      expect(copied.map(known)).toEqual(rowsIn(text, separator).slice(0, 4).map(known))
    }
  })

  it('200: a download that was edited changes who it names; an id of another place names no one', async () => {
    const { row, owner, send, clients } = await place()
    const { id } = await createClientRow(api.db, row, {
      first_name: 'Ana',
      phone: '+5511987654321',
    })
    const text = await (await download(api, owner, 'clients')).text()
    const edited = text.replaceAll('Ana', 'Aninha').replace('987654321', '912345678')
    expect((await send(edited, { on_match: 'update' })).rows).toMatchObject([
      { outcome: 'updated', id },
    ])
    expect(await clients()).toMatchObject([{ firstName: 'Aninha', phone: '+5511912345678' }])

    const elsewhere = `id,first_name,email,created_at\n${id},Eva,eva@example.com,2020-01-01T00:00:00Z\n`
    const [made] = (await send(elsewhere, { on_match: 'update' })).rows
    expect(made.outcome).toBe('created')
    expect((await send(elsewhere, { on_match: 'update' })).rows).toMatchObject([
      { outcome: 'unchanged', id: made.id },
    ])
    expect((await clients())[0]).toMatchObject({ firstName: 'Aninha' })
    expect((await erase(owner, id, await seenVersion(owner, id))).status).toBe(200)
    expect((await send(text)).rows).toMatchObject([{ outcome: 'refused', code: 'not_found' }])

    const wrong = 'id,first_name,metadata\nx,Ana,{\n,Bia,\n'
    expect(
      (await send(wrong)).rows.map(({ errors }) =>
        errors.map((one: any) => `${one.field} ${one.code}`),
      ),
    ).toEqual([['metadata invalid_type', 'id invalid_type'], ['external_id required']])
  })

  it('twice at one time: 409 for the second, and nothing is doubled over two processes', async () => {
    const { owner, clients, row } = await place()
    const rows = Array.from(
      { length: 60 },
      (_, n) => `R${n},Ana ${n},ana${n}-${row.id}@example.com`,
    )
    const file = `external_id,first_name,email\n${rows.join('\n')}\n`
    const beside = await startTestApi({ beside: api })
    try {
      const replies = await Promise.all([
        sendFile(api, owner, 'clients', file),
        sendFile(api, owner, 'clients', file),
        sendFile(beside, owner, 'clients', file),
      ])
      const statuses = replies.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, 200, 409])
      const created = replies.reduce((sum, { sums }) => sum + (sums?.created ?? 0), 0)
      expect(created).toBe(60)
      expect(await clients()).toHaveLength(60)
    } finally {
      await beside.close()
    }
  })

  it('a reader who leaves ends it at a row; the same file goes on from there', async () => {
    const { owner, send, clients } = await place()
    const count = 3000
    const rows = Array.from({ length: count }, (_, n) => `R${n},Ana ${n},r${n}@example.com`)
    const file = `external_id,first_name,email\n${rows.join('\n')}\n`
    const leave = new AbortController()
    const going = fetch(`${api.url}/import/clients`, {
      method: 'POST',
      body: file,
      headers: {
        'content-type': 'text/csv',
        cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; '),
      },
      signal: leave.signal,
    })
    const response = await going
    await response.body?.getReader().read()
    leave.abort()
    let before = -1
    for (let now = 0; now !== before; now = (await clients()).length) {
      before = now
      await new Promise((done) => setTimeout(done, 300))
    }
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(count)
    const { sums } = await send(file)
    expect(sums).toMatchObject({ created: count - before, unchanged: before, refused: 0 })
    expect(await clients()).toHaveLength(count)
  })

  it('a session that ends ends it at a row', async () => {
    const { owner, clients, row } = await place()
    const rows = Array.from({ length: 2000 }, (_, n) => `R${n},Ana ${n},s${n}@example.com`)
    const sent = sendFile(
      api,
      owner,
      'clients',
      `external_id,first_name,email\n${rows.join('\n')}\n`,
    ).catch(() => 'cut off')
    while ((await clients()).length < 5) await new Promise((done) => setTimeout(done, 5))
    await api.connection.pool.query(
      'DELETE FROM user_session WHERE user_id IN (SELECT id FROM user_account WHERE organization_id = $1)',
      [row.id],
    )
    expect(await sent).toBe('cut off')
    expect((await clients()).length).toBeLessThan(2000)
  })
})

describe('a hostile file', () => {
  const rows = (line: string, count: number) => `${line}\n`.repeat(count)
  const head = 'external_id,first_name\n'

  it.each([
    ['nothing', '', 'file required'],
    ['an unknown column', 'external_id,first_name,senha\n1,Ana,x\n', 'file.senha unknown_field'],
    ['a column twice', 'external_id,first_name,first_name\n', 'file.first_name duplicate_item'],
    ['no external_id', 'first_name\nAna\n', 'file.external_id required'],
    ['100,000 columns', `${'email,'.repeat(100_000)}email\n`, 'file[1] too_long'],
    ['70 columns', `${'metadata.a,'.repeat(70)}email\n`, 'file too_many'],
    ['a quote that is never closed', `${head}1,"Ana\n${rows('2,Bea', 80_000)}`, 'file[2] too_long'],
    ['a quote that is never closed, and short', `${head}1,"Ana\n`, 'file[2] invalid_format'],
    ['one line of 10 MB', `${head}1,${'x'.repeat(10_000_000)}\n`, 'file[2] too_long'],
    ['a quote in the middle', `${head}0,Zé\n1,A"na"\n`, 'file[3] invalid_format'],
    ['more cells than columns', `${head}1,Ana,x,y\n`, 'file[2] invalid_format'],
    ['NUL', `${head}1,A\0na\n`, 'file invalid_format'],
    ['more than 20 MB', `${head}${rows('1,Ana', 4_000_000)}`, 'file too_long'],
  ])('400 validation_error: %s', async (_what, file, fault) => {
    const { send, clients } = await place()
    const reply = await send(file)
    expect([reply.status, fileFaults(reply)]).toEqual([400, [fault]])
    expect(await clients()).toEqual([])
  })

  it('400 validation_error: Windows-1252, with words that say what to do', async () => {
    const { send, clients } = await place()
    const reply = await send(Buffer.from(`${head}1,Jo\xe3o\n`, 'latin1'))
    expect([reply.status, fileFaults(reply)]).toEqual([400, ['file invalid_format']])
    expect(reply.problem.errors[0].message).toMatch(/UTF-8/)
    expect(await clients()).toEqual([])
  })

  it('400 validation_error: a stream without an end is cut off at the limit, without being kept in memory', async () => {
    const { send } = await place()
    let made = 0
    const before = process.memoryUsage().rss
    const piece = new TextEncoder().encode(`${head}${rows('1,Ana', 10_000)}`)
    const endless = new ReadableStream({
      pull(controller) {
        made += piece.length
        if (made > 1024 ** 3) controller.close()
        else controller.enqueue(piece)
      },
    })
    const { owner } = await place()
    const reply = await sendFile(
      api,
      owner,
      'clients',
      endless,
      {},
      {
        duplex: 'half',
      },
    ).catch(() => null)
    if (reply !== null) expect(fileFaults(reply)).toEqual(['file too_long'])
    expect(made).toBeLessThan(200 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
    expect((await send(head)).status).toBe(200)
  })

  it('401, 400, 404, 405: a stranger, a page of someone else, another type, name and method; a collaborator may', async () => {
    const { organization, owner } = await place()
    const file = 'external_id,first_name,email\nZ1,Ana,z1@example.com\n'
    expect((await sendFile(api, null, 'clients', file)).status).toBe(401)
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect((await sendFile(api, owner, 'clients', file, {}, foreign)).status).toBe(401)
    const form = { headers: { 'content-type': 'text/plain' } }
    expect(fileFaults(await sendFile(api, owner, 'clients', file, {}, form))).toEqual([
      'file invalid_type',
    ])
    expect((await sendFile(api, owner, 'users', file)).problem.code).toBe('not_found')
    expect((await sendFile(api, owner, 'clients', file, {}, { method: 'PUT' })).problem.code).toBe(
      'method_not_allowed',
    )
    const collaborator = await signIn(api, organization, 'manager')
    expect((await sendFile(api, collaborator, 'clients', file)).sums).toMatchObject({ created: 1 })
  })
})

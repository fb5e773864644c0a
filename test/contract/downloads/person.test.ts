/** Everything about a client, as a ZIP. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { createClientRow, createDepositRow, createQueueEntryRow } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { download, filesIn, rowsIn } from '../../support/downloads.ts'
import { queueService, TODAY, today } from '../../support/queue.ts'
import { person } from '../../support/traces.ts'

const api = useSharedApi()

describe('download/client', () => {
  it('200: everything that names the person, as JSON and CSV, and nothing of others', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const owner = await signIn(api, clinic.organization)
    const who = person()
    const { body: client } = await clinic.call('POST', '/v1/clients', { body: who.body })
    const booked = await clinic.book({ client_id: client.id, notes: who.note })
    await clinic.call('PATCH', `/v1/clients/${client.id}`, { body: { last_name: 'Nova' } })
    const entry = await createQueueEntryRow(api.db, row, {
      client: { id: client.id },
      service: await queueService(api, row, [clinic.professional]),
      date: TODAY,
      arrivedAt: today('07:00'),
    })
    await createDepositRow(api.db, row, { queueEntry: entry, expiresAt: today('12:00') })
    const other = await createClientRow(api.db, row, {
      first_name: 'Vizinha',
      email: 'viz@example.com',
    })
    await clinic.call('PATCH', `/v1/clients/${other.id}`, { body: { last_name: 'Alheia' } })

    const answer = await download(api, owner, 'client', { client_id: client.id })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="client-${client.id}.zip"`,
    )
    const files = await filesIn(answer)
    const read = (name: string) => JSON.parse(files.get(`${name}.json`) ?? 'null')
    expect(read('export')).toMatchObject({ client_id: client.id, exported_by: 'Dona' })
    expect(read('export').files.toSorted()).toEqual(
      [...files.keys()].filter((name) => name !== 'export.json').toSorted(),
    )
    expect(read('client')).toMatchObject([
      { id: client.id, cpf: who.body.cpf, birth_date: '1971-03-09' },
    ])
    expect(read('appointments')).toMatchObject([
      {
        id: booked.body.id,
        notes: who.note,
        professional: clinic.professional.name,
        services: [clinic.service.name],
      },
    ])
    expect(read('queue_entries')).toMatchObject([{ id: entry.id }])
    expect(read('messages')).toMatchObject([{ recipient: who.body.email, purpose: 'booked' }])
    expect(read('deposits')).toHaveLength(1)
    expect(read('events').map(({ type }: any) => type)).toEqual([
      'client.created',
      'appointment.created',
      'client.first_appointment',
      'client.updated',
    ])
    expect(read('audit').length).toBeGreaterThanOrEqual(4)
    expect(rowsIn(files.get('client.csv') ?? '')).toMatchObject([
      { id: String(client.id), first_name: who.first },
    ])
    expect(rowsIn(files.get('appointments.csv') ?? '')).toMatchObject([{ notes: who.note }])
    const all = [...files.values()].join('')
    for (const word of [
      'Vizinha',
      'viz@example.com',
      'Alheia',
      'search_text',
      'request_key_hash',
    ]) {
      expect(all).not.toContain(word)
    }
    const audit = await owner.query('audit.list', { action: ['client.exported'] })
    expect(audit.body.data).toMatchObject([
      { record_id: String(client.id), actor: { name: 'Dona' } },
    ])
  })

  it('403: a collaborator; 404: another organization, a merged client; 400: no id', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { id } = clinic.client
    const told = async (answer: Response) => [answer.status, ((await answer.json()) as any).code]
    const collaborator = await signIn(api, clinic.organization, 'manager')
    expect(await told(await download(api, collaborator, 'client', { client_id: id }))).toEqual([
      403,
      'forbidden_scope',
    ])
    const neighbour = await signIn(api, await api.organization())
    expect(await told(await download(api, neighbour, 'client', { client_id: id }))).toEqual([
      404,
      'not_found',
    ])
    expect(await told(await download(api, owner, 'client'))).toEqual([400, 'validation_error'])
    expect(await told(await download(api, owner, 'client', { client_id: 2 ** 40 }))).toEqual([
      400,
      'validation_error',
    ])
  })
})

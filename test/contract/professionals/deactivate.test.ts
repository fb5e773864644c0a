import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, anotherClient } from '../../support/booking.ts'
import { createQueueEntryRow, createService, eventsOf, performs } from '../../support/clinic.ts'
import { createUser, openBrowser, SESSION_COOKIE, signIn } from '../../support/dashboard.ts'
import { openSession } from '@scheduling/core'
import { expectOk, faultsOf, openChangingClinic, secondOf, shown } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

describe('professionals.deactivate', () => {
  it('200: leaves the team: no bookings, no login; a second time nothing happens', async () => {
    const clinic = await openChangingClinic(api)
    const user = await createUser(api, clinic.organization, { access: 'manager' })
    const browser = openBrowser(api)
    browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
    await openSession(api.service, user.id)
    await performs(api.db, clinic.organization.row, { id: user.professionalId }, clinic.service)
    const input = { professional_id: user.professionalId }
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await collaborator.mutate('professionals.deactivate', input)
    expect(expectOk(reply).body).toMatchObject({
      professional: { id: user.professionalId, is_active: false },
      impact: { total: 0 },
      unassigned_queue_entry_ids: [],
    })
    const [event, updated, ...others] = await eventsOf(api.db, clinic.organization.row)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'professional.deactivated',
      payload: {
        object: reply.body.professional,
        changes: { is_active: { from: true, to: false } },
        batch_id: expect.stringMatching(/^bat_/),
      },
    })
    expect(updated).toMatchObject({
      type: 'service.updated',
      payload: { batch_id: event?.payload.batch_id },
    })
    expect(await api.db.userSession.count({ where: { userId: user.id } })).toBe(0)
    expect((await browser.query('clients.list')).status).toBe(401)
    const before = await clinic.everything()
    expectOk(await collaborator.mutate('professionals.deactivate', input))
    expect(await clinic.everything()).toBe(before)
    // No one is signed out by a preview.
    const preview = { professional_id: clinic.professional.id, preview: true }
    expectOk(await collaborator.mutate('professionals.deactivate', preview))
    expect(await clinic.everything()).toBe(before)
  })

  it('200: a basket is moved to who performs all of it, a group seat by seat, and one booked over it', async () => {
    const clinic = await openChangingClinic(api, { professionals: 3, service: { maxCapacity: 2 } })
    const { professional, service, organization } = clinic
    const second = secondOf(clinic)
    const extra = await createService(api.db, organization.row, {
      name: 'Segunda parte',
      performedBy: [professional, second],
    })
    const basket = await clinic.bookAt('09:00', { service_ids: [service.id, extra.id] })
    const someone = async () => (await anotherClient(api, clinic)).id
    const seats = [
      await clinic.bookAt('14:00'),
      await clinic.bookAt('14:00', { client_id: await someone() }),
    ]
    const over = await clinic.bookAt('14:00', { client_id: await someone(), allow_overbook: true })
    const since = (await clinic.told()).length
    const reply = await clinic.owner.mutate('professionals.deactivate', {
      professional_id: professional.id,
      appointments: 'move',
      reason: 'Licença',
    })
    const byId = new Map<number, any>(
      expectOk(reply).body.impact.appointments.map((one: any) => [one.appointment.id, one]),
    )
    expect(byId.get(basket)).toMatchObject({ action: 'moved', moved_to: { id: second.id } })
    for (const id of [...seats, over]) expect(byId.get(id)).toMatchObject({ action: 'moved' })
    const moves = await api.db.appointmentMove.findMany({
      where: { organizationId: organization.row.id },
    })
    expect(moves.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'Licença'))
    const held = await api.db.calendarHold.findMany({
      where: { organizationId: organization.row.id, professionalId: professional.id },
    })
    expect(held).toEqual([])
    expect(new Set((await clinic.told(since)).map(([, batch]) => batch)).size).toBe(1)
  })

  it('200: what cannot be cancelled or moved is kept, and says why', async () => {
    const clinic = await openChangingClinic(api, {
      organization: { cancellationWindowMinutes: 7 * 1440 },
    })
    const soon = await clinic.bookAt('09:00')
    const billed = await clinic.bookAt('10:00')
    await api.db.appointment.update({ where: { id: billed }, data: { invoiceIssued: true } })
    const reply = await clinic.owner.mutate('professionals.deactivate', {
      professional_id: clinic.professional.id,
      appointments: 'cancel',
    })
    expect(shown(expectOk(reply))).toEqual([
      [soon, 'professional_inactive', 'kept', null],
      [billed, 'professional_inactive', 'kept', null],
    ])
    const because = reply.body.impact.appointments.map((one: any) => one.kept_because)
    expect(because).toEqual([
      expect.stringContaining('cancellation_window_minutes'),
      expect.stringContaining('invoice'),
    ])
  })

  it('200: past, running and ended appointments are not concerned', async () => {
    const clinic = await openChangingClinic(api)
    const ids = [
      await clinic.bookAt('09:00'),
      await clinic.bookAt('09:30'),
      await clinic.bookAt('10:00'),
    ]
    await clinic.call('POST', `/v1/appointments/${ids[2]}/no-show`)
    api.setNow(Date.parse(at('09:15')))
    const preview = await clinic.owner.mutate('professionals.deactivate', {
      professional_id: clinic.professional.id,
      preview: true,
    })
    api.setNow(Date.parse('2026-11-20T08:00:00-03:00'))
    expect(shown(expectOk(preview))).toEqual([[ids[1], 'professional_inactive', 'kept', null]])
  })

  it('200: who waits in the queue for them waits for any professional; who was called stays', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const { professional, organization } = clinic
    const queued = await createService(api.db, organization.row, {
      bookingMode: 'QUEUE',
      performedBy: clinic.professionals,
    })
    const join = async (
      status: 'WAITING' | 'SKIPPED' | 'CALLED' | 'COMPLETED',
      of = professional,
    ) =>
      createQueueEntryRow(api.db, organization.row, {
        client: await anotherClient(api, clinic),
        service: queued,
        professional: of,
        date: '2026-11-20',
        arrivedAt: '2026-11-20T08:00:00-03:00',
        status,
      })
    const entries = [
      await join('WAITING'),
      await join('SKIPPED'),
      await join('CALLED'),
      await join('COMPLETED'),
      await join('WAITING', secondOf(clinic)),
    ]
    const [waiting, skipped, called, completed, others] = entries
    const input = { professional_id: professional.id }
    const before = await clinic.everything()
    const preview = await clinic.owner.mutate('professionals.deactivate', {
      ...input,
      preview: true,
    })
    expect(await clinic.everything()).toBe(before)
    const reply = await clinic.owner.mutate('professionals.deactivate', input)
    for (const { body } of [expectOk(preview), expectOk(reply)]) {
      expect(body.unassigned_queue_entry_ids).toEqual([waiting?.id, skipped?.id])
    }
    const events = await eventsOf(api.db, organization.row)
    const told = events.filter(({ type }) => type === 'queue.entry.updated')
    expect(told.map(({ payload }) => [payload.object['id'], payload.changes])).toEqual(
      [waiting, skipped].map((entry) => [
        entry?.id,
        { professional_id: { from: professional.id, to: null } },
      ]),
    )
    const rows = await api.db.queueEntry.findMany({
      where: { organizationId: organization.row.id },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ id, professionalId }) => [id, professionalId])).toEqual([
      [waiting?.id, null],
      [skipped?.id, null],
      [called?.id, professional.id],
      [completed?.id, professional.id],
      [others?.id, secondOf(clinic).id],
    ])
    expect(rows[0]?.updatedAt.getTime()).toBeGreaterThan(waiting?.updatedAt.getTime() ?? Infinity)
    expect((await clinic.call('POST', `/v1/queue/entries/${called?.id}/complete`)).status).toBe(200)
  })

  it('409 action_not_allowed: the last active owner stays', async () => {
    const clinic = await openChangingClinic(api)
    const [owner] = await api.db.professional.findMany({
      where: { organizationId: clinic.organization.row.id, role: 'owner' },
    })
    await api.db.professional.create({
      data: {
        organizationId: clinic.organization.row.id,
        name: 'Foi',
        role: 'owner',
        isActive: false,
      },
    })
    const before = await clinic.everything()
    for (const preview of [true, false]) {
      const reply = await clinic.owner.mutate('professionals.deactivate', {
        professional_id: owner?.id,
        preview,
      })
      expect([reply.status, reply.problem.code]).toEqual([409, 'action_not_allowed'])
      expect(reply.problem.detail).toContain('at least one owner who can sign in')
    }
    expect(await clinic.everything()).toBe(before)
    // With another one, an owner may go; the own session ends with it.
    await signIn(api, clinic.organization)
    expectOk(await clinic.owner.mutate('professionals.deactivate', { professional_id: owner?.id }))
    expect((await clinic.owner.query('clients.list')).status).toBe(401)
  })

  it('403 forbidden_scope: a collaborator does not put out an owner, nor bring one back', async () => {
    const clinic = await openChangingClinic(api)
    await signIn(api, clinic.organization)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const [owner] = await api.db.professional.findMany({
      where: { organizationId: clinic.organization.row.id, role: 'owner' },
    })
    const before = await clinic.everything()
    const input = { professional_id: owner?.id }
    const out = await collaborator.mutate('professionals.deactivate', input)
    expect([out.status, out.problem.code]).toEqual([403, 'forbidden_scope'])
    expect(await clinic.everything()).toBe(before)
    await api.db.professional.updateMany({
      where: { id: owner?.id ?? 0 },
      data: { isActive: false },
    })
    const back = await collaborator.mutate('professionals.reactivate', input)
    expect([back.status, back.problem.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: another organization’s professional keeps sessions and work', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const before = await other.everything()
    const theirs = await api.db.professional.findMany({
      where: { organizationId: other.organization.row.id },
    })
    for (const { id } of theirs) {
      const reply = await clinic.owner.mutate('professionals.deactivate', { professional_id: id })
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    }
    expect(await other.everything()).toBe(before)
  })

  it('400: what is sent of the choice is checked', async () => {
    const clinic = await openChangingClinic(api)
    const leave = async (choice: object) =>
      faultsOf(
        await clinic.owner.mutate('professionals.deactivate', {
          professional_id: clinic.professional.id,
          ...choice,
        }),
      )
    expect(await leave({ appointments: 'delete' })).toEqual(['appointments:invalid_value'])
    expect(await leave({ decisions: [{ appointment_id: 0, action: 'x' }] })).toEqual([
      'decisions[0].appointment_id:out_of_range',
      'decisions[0].action:invalid_value',
    ])
    const many = Array.from({ length: 501 }, (_, index) => ({
      appointment_id: index + 1,
      action: 'keep',
    }))
    expect(await leave({ decisions: many })).toEqual(['decisions:too_many'])
    expect(await leave({ version: 'x'.repeat(101) })).toEqual(['version:too_long'])
    expect(await leave({ reason: 'x'.repeat(501) })).toEqual(['reason:too_long'])
    expect(await leave({ preview: 'yes' })).toEqual(['preview:invalid_type'])
  })

  testEveryImpact(() => api, {
    procedure: 'professionals.deactivate',
    input: ({ professional }) => ({ professional_id: professional.id }),
    reason: 'professional_inactive',
    canMove: true,
    events: ['professional.deactivated', 'service.updated'],
  })
})

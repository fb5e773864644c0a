/** What an agent does at the desk beside booking: visits, notes, holds, the waitlist, the queue and webhooks. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAgents, openAgent, requestId, textOf } from '../../support/agents.ts'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { act, at, booked, MONDAY, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openQueue } from '../../support/queue.ts'
import { openFullClinic } from '../../support/waitlist.ts'
import { createdWebhook, readWebhook, resolveNames } from '../../support/webhooks.ts'

const api = useSharedApi()
beforeAll(() => resolveNames(api))
beforeEach(() => api.setNow(TEST_NOW))
afterEach(closeAgents)

const change = () => ({ request_id: requestId() })

describe('a visit', () => {
  it('200: is completed once a person agrees, and not before it was confirmed', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const id = await booked(clinic, '09:00')
    const of = { appointment_id: id }
    const early = await agent.refused('complete_appointment', { ...of, ...change() })
    expect(early.message).toContain(`This will complete appointment ${id} of «Ana Souza»`)
    await act(clinic, id, 'confirm')
    const asked = { ...of, ...change() }
    const done = await agent.confirmed('complete_appointment', asked)
    expect(done).toMatchObject({ is_repeat: false, appointment: { id, status: 'COMPLETED' } })
    expect(await agent.confirmed('complete_appointment', asked)).toEqual({
      ...done,
      is_repeat: true,
    })
    const late = { ...of, ...change() }
    const { confirm } = await agent.refused('complete_appointment', late)
    expect((await agent.refused('complete_appointment', { ...late, confirm })).code).toBe(
      'appointment_not_editable',
    )
  })
})

describe('notes', () => {
  it('200: are written where there are none, and replaced once a person agrees', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const id = await booked(clinic, '09:00')
    const notesOf = async () => (await clinic.call('GET', `/v1/appointments/${id}`)).body.notes
    const first = { appointment_id: id, notes: 'Brings the X-rays', ...change() }
    const written = await agent.done('edit_notes', first)
    expect(JSON.stringify(written)).not.toContain('X-rays')
    expect(await notesOf()).toBe('Brings the X-rays')
    expect((await agent.done('edit_notes', first)).is_repeat).toBe(true)
    const second = { appointment_id: id, notes: 'Comes with a child', ...change() }
    const refusal = await agent.refused('edit_notes', second)
    expect(refusal.code).toBe('confirmation_required')
    expect(refusal.message).not.toContain('X-rays')
    expect(await notesOf()).toBe('Brings the X-rays')
    await agent.confirmed('edit_notes', second)
    expect(await notesOf()).toBe('Comes with a child')
    await agent.confirmed('edit_notes', { appointment_id: id, notes: '', ...change() })
    expect(await notesOf()).toBeNull()
    const key = { ...first, request_id: second.request_id }
    expect((await agent.refused('edit_notes', key)).code).toBe('duplicate_request')
    expect(await notesOf()).toBeNull()
  })
})

describe('a hold', () => {
  it('200: gives its time back, once, and a booked one does not', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const hold = async (clock: string) => {
      const time = { service_ids: [clinic.service.id], start: `${MONDAY}T${clock}` }
      return (await agent.done('hold_time', { ...time, ...change() })).hold.id
    }
    const asked = { hold_id: await hold('09:00'), ...change() }
    expect(await clinic.starts()).not.toContain(at('09:00'))
    expect(await agent.done('release_hold', asked)).toEqual({
      hold_id: asked.hold_id,
      is_repeat: false,
    })
    expect((await agent.done('release_hold', asked)).is_repeat).toBe(true)
    expect(await clinic.starts()).toContain(at('09:00'))
    const hold_id = await hold('10:00')
    await agent.done('book_appointment', { client_id: clinic.client.id, hold_id, ...change() })
    expect((await agent.refused('release_hold', { hold_id, ...change() })).code).toBe(
      'action_not_allowed',
    )
  })
})

describe('the waitlist', () => {
  it('200: a client waits, is offered a time, and is taken off once a person agrees', async () => {
    const clinic = await openFullClinic(api, {
      organization: { language: 'en' },
      hours: { weekdays: [1], intervals: [['09:00', '10:00']] },
    })
    const agent = await openAgent(api, clinic.organization)
    const { wish } = await agent.done('join_waitlist', {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      from_date: MONDAY,
      to_date: MONDAY,
      part_of_day: 'morning',
      ...change(),
    })
    expect(wish).toMatchObject({ status: 'WAITING', from_time: '00:00', to_time: '12:00' })
    const answer = await agent.ask('list_waitlist')
    expect(answer.structuredContent).toEqual({ result: { wishes: [wish], more: false } })
    expect(textOf(answer)).toContain(`WAITING: wish ${wish.id} of «Ana Souza»`)
    const offered = await agent.done('offer_time', {
      wish_id: wish.id,
      start: `${MONDAY}T09:30`,
      ...change(),
    })
    expect(offered.wish).toMatchObject({
      status: 'OFFERED',
      offer: { start: { words: 'Monday 23 November, 09:30' }, outcome: 'OPEN' },
    })
    expect(await clinic.starts()).toEqual([])
    const gone = { client_id: clinic.client.id, wish_id: wish.id, ...change() }
    expect((await agent.confirmed('leave_waitlist', gone)).wish.status).toBe('REMOVED')
    expect((await agent.confirmed('leave_waitlist', gone)).is_repeat).toBe(true)
    expect(await clinic.starts()).toEqual([at('09:30')])
  })

  it('404 no_match: a wish of another client, or of another clinic, is not taken off', async () => {
    const [clinic, other] = [await openFullClinic(api), await openFullClinic(api)]
    const agent = await openAgent(api, clinic.organization)
    const stranger = await openAgent(api, other.organization)
    const { wish } = await agent.done('join_waitlist', {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      from_date: MONDAY,
      to_date: MONDAY,
      ...change(),
    })
    const of = { wish_id: wish.id, ...change() }
    for (const [who, client_id] of [
      [agent, clinic.client.id + 1],
      [stranger, other.client.id],
    ] as const) {
      expect((await who.refused('leave_waitlist', { ...of, client_id })).code).toBe('no_match')
    }
    const offer = { ...of, start: `${MONDAY}T09:30` }
    expect((await stranger.refused('offer_time', offer)).code).toBe('not_found')
  })
})

describe('the queue', () => {
  it('200: a client is called, skipped, called again and served', async () => {
    const queue = await openQueue(api)
    const agent = await openAgent(api, queue.organization)
    const { entry } = await agent.done('join_queue', {
      client_id: queue.client.id,
      service_id: queue.service.id,
      ...change(),
    })
    const of = { entry_id: entry.id }
    expect(textOf(await agent.ask('queue_status'))).toContain(`entry ${entry.id}, «`)
    const call = { ...of, place: 'Room 2', ...change() }
    const called = await Promise.all([1, 2, 3].map(() => agent.done('call_from_queue', call)))
    expect(called.map(({ entry: { status } }) => status)).toEqual(['CALLED', 'CALLED', 'CALLED'])
    // A repeat is no second call, also at the same time.
    expect(called.filter(({ is_repeat }) => !is_repeat)).toHaveLength(1)
    expect((await agent.done('skip_in_queue', { ...of, ...change() })).entry.status).toBe('SKIPPED')
    expect((await agent.done('queue_status')).entries).toMatchObject([{ status: 'SKIPPED' }])
    await agent.done('call_from_queue', { ...of, ...change() })
    const served = await agent.confirmed('complete_in_queue', { ...of, ...change() })
    expect(served.entry.status).toBe('COMPLETED')
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row).toMatchObject({ callCount: 2, place: 'Room 2' })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type).slice(1)).toEqual([
      'queue.entry.called',
      'queue.entry.skipped',
      'queue.entry.called',
      'queue.entry.completed',
    ])
  })

  it('200: a client leaves once a person agrees; 404 not_found for another clinic', async () => {
    const [queue, other] = [await openQueue(api), await openQueue(api)]
    const entry = await queue.entry('WAITING')
    const asked = { entry_id: entry.id, reason: 'Went home', ...change() }
    const stranger = await openAgent(api, other.organization)
    expect((await stranger.refused('leave_queue', asked)).code).toBe('not_found')
    expect(
      (await stranger.refused('skip_in_queue', { entry_id: entry.id, ...change() })).code,
    ).toBe('not_found')
    const agent = await openAgent(api, queue.organization)
    expect((await agent.confirmed('leave_queue', asked)).entry.status).toBe('CANCELLED')
    expect((await agent.confirmed('leave_queue', asked)).is_repeat).toBe(true)
  })
})

describe('a webhook', () => {
  it('200: that was switched off is found, switched on, and recovered', async () => {
    const organization = await api.organization()
    const { id } = await createdWebhook(api, organization)
    await api.db.webhook.update({
      where: { id },
      data: {
        active: false,
        disabledReason: 'FAILING_7_DAYS',
        disabledAt: new Date(TEST_NOW),
      },
    })
    const agent = await openAgent(api, organization, { scopes: ['webhooks:manage'] })
    expect((await agent.done('list_failing_webhooks')).webhooks).toMatchObject([
      { id, is_active: false },
    ])
    const recover = { webhook_id: id, since: '2026-11-20T07:00', ...change() }
    const refusal = await agent.refused('recover_webhook', recover)
    expect(refusal).toMatchObject({ code: 'webhook_inactive' })
    expect(refusal.try).toContain('switch_on_webhook')
    await agent.done('switch_on_webhook', { webhook_id: id, ...change() })
    expect((await readWebhook(api, organization, id)).active).toBe(true)
    expect((await agent.done('list_failing_webhooks')).webhooks).toEqual([])
    expect((await agent.done('recover_webhook', { ...recover, ...change() })).is_done).toBe(true)
  })
})

describe('the words of dates', () => {
  const PT = 'segunda-feira, 23 de novembro, 09:00'
  const EN = 'Monday 23 November, 09:00'
  it.each([
    ['pt', undefined, PT],
    ['en', undefined, EN],
    ['pt', 'en-US,en;q=0.9', EN],
    ['en', 'pt-BR', PT],
    ['pt', '*', PT],
  ])('200: a clinic in %s, a reader who asks for %s: %s', async (language, asked, words) => {
    const clinic = await openClinic(api, { organization: { language } })
    const headers: Record<string, string> = asked === undefined ? {} : { 'Accept-Language': asked }
    const agent = await openAgent(api, clinic.organization, { headers })
    const { times } = await agent.done('find_free_times', {
      service_ids: [clinic.service.id],
      date: MONDAY,
    })
    expect(times[0].start.words).toBe(words)
  })
})

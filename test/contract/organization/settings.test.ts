import { LIMITS } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { at, COMING_MONDAY, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn, type Dashboard, type DashboardReply } from '../../support/dashboard.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization({ minAdvanceMinutes: 60 })
  owner = await signIn(api, organization)
})

const get = (who = owner) => who.query('organization.get')
const update = (input: object, who = owner) => who.mutate('organization.update', input)
const faults = ({ problem }: DashboardReply): string[] =>
  problem.errors.map(({ field, code }: any) => `${field} ${code}`)
const entries = (of: Pick<TestOrganization, 'row'> = organization) =>
  api.db.auditEntry.findMany({
    where: { organizationId: of.row.id },
    orderBy: { id: 'asc' },
  })

/** Another value for every setting. */
const OTHERS = {
  name: 'Clínica Boreal',
  slug: '',
  time_zone: 'America/Manaus',
  country: 'PT',
  phone: '+351213456789',
  whatsapp_phone: '+351912345678',
  map_url: 'https://maps.app.goo.gl/abc',
  address: {
    street: 'Rua Augusta',
    number: '12',
    complement: '3.º',
    district: 'Baixa',
    city: 'Lisboa',
    state: null,
    postal_code: '1100-048',
  },
  language: 'en',
  min_advance_minutes: 0,
  max_advance_days: null,
  auto_confirm: true,
  require_client_identifier: false,
  no_show_only_after_start: true,
  cancellation_window_minutes: 120,
  client_notice_minutes: 180,
  queue_call_timeout_minutes: 5,
  deposit_expiry_minutes: 45,
  manual_deposit_hours: 48,
  reminder_hours: 48,
  brand_color: '#0a7F5c',
  welcome_text: 'Bom dia!\n\nChegue dez minutos antes.',
  search_listing: true,
}

describe('organization.get', () => {
  it('200: every setting, and every feature', async () => {
    await api.db.organization.update({
      where: { id: organization.row.id },
      data: { planFeatures: ['api', 'webhooks', 'overbooking'], switchedOff: ['overbooking'] },
    })
    const { status, body } = await get()
    const no = { in_plan: false, on: false }
    const yes = { in_plan: true, on: true }
    expect([status, body]).toEqual([
      200,
      {
        object: 'organization_settings',
        id: organization.row.id,
        name: 'Clínica Aurora',
        slug: organization.row.slug,
        time_zone: 'America/Sao_Paulo',
        country: 'BR',
        phone: null,
        whatsapp_phone: null,
        address: null,
        map_url: null,
        language: 'pt',
        livemode: true,
        plan: { name: 'Pro' },
        features: {
          api: yes,
          webhooks: yes,
          online_queue: no,
          deposits: no,
          overbooking: { in_plan: true, on: false },
          telemedicine: no,
          recurrence: no,
          messaging_own_number: no,
          agent: no,
        },
        min_advance_minutes: 60,
        max_advance_days: 90,
        auto_confirm: false,
        require_client_identifier: true,
        no_show_only_after_start: false,
        cancellation_window_minutes: null,
        client_notice_minutes: 0,
        queue_call_timeout_minutes: 10,
        deposit_expiry_minutes: 30,
        manual_deposit_hours: 24,
        reminder_hours: 24,
        brand_color: null,
        welcome_text: null,
        search_listing: false,
        logo_url: null,
        created_at: expect.stringMatching(/-03:00$/),
        updated_at: expect.stringMatching(/-03:00$/),
      },
    ])
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await get(await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})

describe('organization.update', () => {
  it('200: changes every setting, and the audit has what each was', async () => {
    const before = (await get()).body
    const wanted = { ...OTHERS, slug: `boreal-${organization.row.id}` }
    const { status, body } = await update(wanted)
    expect([status, body]).toMatchObject([200, wanted])
    expect((await get()).body).toEqual(body)
    const changes = Object.fromEntries(
      Object.entries(wanted).map(([name, to]) => [name, { from: before[name], to }]),
    )
    expect(await entries()).toMatchObject([
      { action: 'organization.updated', record: 'organization', recordId: null, changes },
    ])
    expect(await eventsOf(api.db, organization.row)).toEqual([])
  })

  it('200: only what is named changes; what stays the same is not noted', async () => {
    const before = (await get()).body
    const { body } = await update({ auto_confirm: true, name: before.name, reminder_hours: 24 })
    expect(body).toEqual({ ...before, auto_confirm: true, updated_at: body.updated_at })
    await update({ auto_confirm: true })
    await update({})
    expect(await entries()).toMatchObject([
      { changes: { auto_confirm: { from: false, to: true } } },
    ])
    const [entry] = await entries()
    expect(Object.keys(entry?.changes ?? {})).toEqual(['auto_confirm'])
  })

  it('200: a color and a text are taken away by null, a text by nothing in it', async () => {
    await update({ brand_color: '#3A86FF', welcome_text: ' Oi\n' })
    expect((await get()).body).toMatchObject({ brand_color: '#3A86FF', welcome_text: 'Oi' })
    await update({ brand_color: null, welcome_text: ' \n ' })
    expect((await get()).body).toMatchObject({ brand_color: null, welcome_text: null })
  })

  it('200: an address is one value, written by the country of the same change, and gone by null', async () => {
    const address = { street: 'Rua Harmonia', city: 'São Paulo', postal_code: '05435000' }
    await update({ address })
    const rest = { number: null, complement: null, district: null, state: null }
    const written = { ...address, ...rest, postal_code: '05435-000' }
    expect((await get()).body.address).toEqual(written)
    await update({ address: { ...address, postal_code: '05435-000' } })
    await update({ country: 'US', address: { city: 'New York', postal_code: '10001' } })
    const moved = { ...rest, street: null, city: 'New York', postal_code: '10001' }
    expect((await get()).body.address).toEqual(moved)
    await update({ address: {} })
    expect((await get()).body.address).toBeNull()
    expect(await entries()).toMatchObject([
      { changes: { address: { from: null, to: written } } },
      { changes: { address: { from: written, to: moved }, country: { from: 'BR', to: 'US' } } },
      { changes: { address: { from: moved, to: null } } },
    ])
  })

  it('200: rules hold for the next booking, and a change of the time zone moves no instant', async () => {
    const clinic = await openClinic(api)
    const its = await signIn(api, clinic.organization)
    const { body: booked } = await clinic.book({ start: at('09:00', COMING_MONDAY) })
    expect([booked.status, booked.start]).toEqual(['PENDING', at('09:00', COMING_MONDAY)])
    await update({ auto_confirm: true, time_zone: 'america/manaus' }, its)
    expect((await its.query('organization.get')).body.time_zone).toBe('America/Manaus')
    const read = await clinic.call('GET', `/v1/appointments/${booked.id}`)
    expect(Date.parse(read.body.start)).toBe(Date.parse(booked.start))
    expect(read.body.start).toBe(`${COMING_MONDAY}T08:00:00-04:00`)
    // The hours are those of a clock on the wall: 09:00 is now an hour later.
    const slots = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${clinic.service.id}&date=${COMING_MONDAY}`,
    )
    expect(slots.body.data[0].start).toBe(`${COMING_MONDAY}T09:00:00-04:00`)
  })

  it('200: a service without notice of its own shows the new one, tells it, and follows in updated_since', async () => {
    const clinic = await openClinic(api, { service: { minAdvanceMinutes: null } })
    const path = `/v1/services/${clinic.service.id}`
    const { updated_at: before } = (await clinic.call('GET', path)).body
    await update({ min_advance_minutes: 240 }, await signIn(api, clinic.organization))
    const { body } = await clinic.call('GET', path)
    expect(body.min_advance_minutes).toBe(240)
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(before))
    expect(await eventsOf(api.db, clinic.organization.row)).toMatchObject([
      {
        type: 'service.updated',
        payload: { object: body, changes: { min_advance_minutes: { to: 240 } } },
      },
    ])
  })

  it.each<[object, string[]]>([
    [{ name: '' }, ['name too_short']],
    [{ name: 'a\u202eb' }, ['name invalid_format']],
    [{ slug: 'Aurora' }, ['slug invalid_format']],
    [{ slug: 'a--b' }, ['slug invalid_format']],
    [{ slug: 'docs' }, ['slug invalid_value']],
    [{ slug: 'sandbox' }, ['slug invalid_value']],
    [{ slug: 'payments' }, ['slug invalid_value']],
    [{ slug: null }, ['slug invalid_type']],
    [{ slug: 'a'.repeat(5000) }, ['slug too_long']],
    [{ time_zone: 'Mars/Olympus' }, ['time_zone invalid_value']],
    [{ time_zone: "UTC'; --" }, ['time_zone invalid_value']],
    [{ time_zone: '+03:00' }, ['time_zone invalid_value']],
    [{ language: 'es' }, ['language invalid_value']],
    [{ country: 'br' }, ['country invalid_value']],
    [{ country: 'XX' }, ['country invalid_value']],
    [{ country: null }, ['country invalid_type']],
    [{ phone: '1234' }, ['phone invalid_format']],
    [{ whatsapp_phone: '1234' }, ['whatsapp_phone invalid_format']],
    [{ map_url: 'http://maps.example.com' }, ['map_url invalid_format']],
    [{ map_url: 'javascript:alert(1)' }, ['map_url invalid_format']],
    [{ map_url: 'https://a:b@maps.example.com' }, ['map_url invalid_format']],
    [{ address: 'Rua Harmonia, 123' }, ['address invalid_type']],
    [{ address: { street: 'a\u202eb' } }, ['address.street invalid_format']],
    [{ name: 'Fine', address: { number: '1' } }, ['address.street required']],
    [{ country: 'BR', address: { postal_code: '1' } }, ['address.postal_code invalid_format']],
    [{ min_advance_minutes: -1 }, ['min_advance_minutes out_of_range']],
    [{ min_advance_minutes: null }, ['min_advance_minutes invalid_type']],
    [{ min_advance_minutes: 1.5 }, ['min_advance_minutes invalid_type']],
    [
      { min_advance_minutes: LIMITS.minAdvanceMaxMinutes + 1 },
      ['min_advance_minutes out_of_range'],
    ],
    [{ max_advance_days: LIMITS.maxAdvanceMaxDays + 1 }, ['max_advance_days out_of_range']],
    [{ cancellation_window_minutes: -1 }, ['cancellation_window_minutes out_of_range']],
    [{ client_notice_minutes: null }, ['client_notice_minutes invalid_type']],
    [{ queue_call_timeout_minutes: 0 }, ['queue_call_timeout_minutes out_of_range']],
    [{ deposit_expiry_minutes: 0 }, ['deposit_expiry_minutes out_of_range']],
    [{ manual_deposit_hours: 0 }, ['manual_deposit_hours out_of_range']],
    [{ reminder_hours: 0 }, ['reminder_hours out_of_range']],
    [{ brand_color: 'red' }, ['brand_color invalid_format']],
    [{ brand_color: '#12345' }, ['brand_color invalid_format']],
    [{ brand_color: '#12345678' }, ['brand_color invalid_format']],
    [{ brand_color: '#123456;}body{display:none' }, ['brand_color invalid_format']],
    [{ brand_color: '' }, ['brand_color invalid_format']],
    [{ brand_color: 1 }, ['brand_color invalid_type']],
    [{ welcome_text: 'a\u202eb' }, ['welcome_text invalid_format']],
    [{ welcome_text: 'a\u0007b' }, ['welcome_text invalid_format']],
    [{ welcome_text: 'a'.repeat(LIMITS.welcomeCharacters + 1) }, ['welcome_text too_long']],
    [{ auto_confirm: 'true' }, ['auto_confirm invalid_type']],
    [{ name: 'Fine', reminder_hours: 1e30 }, ['reminder_hours out_of_range']],
  ])('400: %j, and nothing changes', async (input, expected) => {
    const before = (await get()).body
    const reply = await update(input)
    expect([reply.status, faults(reply)]).toEqual([400, expected])
    expect((await get()).body).toEqual(before)
    expect(await entries()).toEqual([])
  })

  it('400 validation_error: a slug that 20 want at once is had by one, and 19 keep theirs', async () => {
    const slug = `wanted-${organization.row.id}`
    const all = await times(20, () => api.organization())
    const owners = await Promise.all(all.map((one) => signIn(api, one)))
    const replies = await Promise.all(owners.map((who) => update({ slug, name: 'New' }, who)))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(19)
    for (const reply of refused) {
      expect([reply.status, faults(reply)]).toEqual([400, ['slug already_in_use']])
    }
    const rows = await api.db.organization.findMany({
      where: { id: { in: all.map(({ row }) => row.id) } },
    })
    expect(rows.filter((row) => row.slug === slug && row.name === 'New')).toHaveLength(1)
    expect(rows.filter((row) => row.name === 'Clínica Aurora')).toHaveLength(19)
    const noted = await api.db.auditEntry.count({
      where: { organizationId: { in: rows.map(({ id }) => id) } },
    })
    expect(noted).toBe(1)
  })

  it('200: changes at the same time do not undo each other', async () => {
    const inputs = [
      { name: 'One' },
      { auto_confirm: true },
      { reminder_hours: 5 },
      { max_advance_days: 0 },
      { language: 'en' },
    ]
    await Promise.all(inputs.map((input) => update(input)))
    expect((await get()).body).toMatchObject(Object.assign({}, ...inputs))
    expect(await entries()).toHaveLength(5)
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await update({ name: 'x' }, await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})

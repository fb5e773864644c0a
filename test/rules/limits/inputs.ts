/** What callers send, with every limit changed: the schemas say, and refuse, what the table says. */
import { itFollows, to, type LimitName } from '../../support/changed-limits.ts'
import {
  appRouter,
  NewOrganization,
  occurrencesOf,
  photoIn,
  pictureIn,
  proceduresOf,
  Problem,
  readInput,
  RecurrenceInput,
} from '@scheduling/core'
import { freeSlots, nextDates, type Asked } from '@scheduling/availability'
import { describe, expect } from 'vitest'
import { at } from '../../support/booking.ts'
import { png } from '../../support/pictures.ts'
import { z } from 'zod'

const inputs = new Map(proceduresOf(appRouter).map(({ name, input }) => [name, input]))

function inputOf(procedure: string): z.ZodType {
  const input = inputs.get(procedure)
  if (input == null) throw new Error(`${procedure} has no input.`)
  return input
}

/** As in `first_name too_long`. */
function faults(procedure: string, sent: object): string[] {
  const reading = readInput(inputOf(procedure), sent)
  return 'faults' in reading ? reading.faults.map(({ field, code }) => `${field} ${code}`) : []
}

/** So many pass, and one more is refused with this fault. */
function atMost(most: number, procedure: string, sent: (count: number) => object, fault: string) {
  expect(faults(procedure, sent(most))).not.toContain(fault)
  expect(faults(procedure, sent(most + 1))).toContain(fault)
}

/** A setting of the organization can be as large as the limit, and no larger. */
function settingEnds(field: string, limit: LimitName): void {
  const sent = (count: number) => ({ [field]: count })
  atMost(Number(to(limit)), 'organization.update', sent, `${field} out_of_range`)
}

/** `maxLength`, `maxItems`, `maximum`, … of a field, as the documents are made of it. */
function schemaOf(procedure: string, field: string): any {
  const schema: any = z.toJSONSchema(inputOf(procedure), { io: 'input', unrepresentable: 'any' })
  const found = schema.properties[field]
  return found.anyOf?.find((one: any) => one.type !== 'null') ?? found
}

const text = (count: number) => 'a'.repeat(count)
const list = <Element>(count: number, of: (index: number) => Element) =>
  Array.from({ length: count }, (_, index) => of(index))
const map = (count: number, value: unknown = 'x') =>
  Object.fromEntries(list(count, (index) => [`k${index}`, value]))

const webhook = (more: object) => ({
  url: 'https://hooks.example.com/in',
  events: ['client.created'],
  ...more,
})
const template = (more: object) =>
  webhook({ format: 'custom', template: { body: '{}', content_type: 'application/json', ...more } })
const service = (more: object) => ({ name: 'Consulta', duration_minutes: 30, ...more })
const booking = (more: object) => ({
  service_ids: [1],
  start: '2026-11-23T09:00:00-03:00',
  client_id: 1,
  ...more,
})

const account = (more: object) => ({
  provider: 'pix',
  bank: 'sol',
  client_id: 'id',
  client_secret: 'secret',
  pix_key: 'key@example.com',
  ...more,
})

const calendar = {
  timeZone: 'UTC',
  holidays: new Set<string>(),
  now: Date.parse('2026-11-20T08:00:00Z'),
}
const demand = {
  durationMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  slotIntervalMinutes: 30,
  minAdvanceMinutes: 0,
  maxAdvanceDays: null,
  capacity: 1,
  serviceId: null,
  excludeAppointmentId: null,
}

/** What is wrong with a series from the first day on; null: nothing. */
function seriesFault(recurrence: string): string | null {
  const reading = readInput(z.object({ recurrence: RecurrenceInput }), { recurrence })
  if ('faults' in reading) throw new Error(recurrence)
  try {
    occurrencesOf(reading.value.recurrence, calendar.now, calendar)
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors.map(({ field, code }) => `${field} ${code}`).join()
  }
}

/** One professional, who works on one date alone. */
function asked(date: string, more: Partial<Asked['demand']> = {}): Asked {
  const overrides = new Map([[date, [{ opens: 540, closes: 600 }]]])
  const schedule = { weekly: list(7, () => []), overrides, busy: [] }
  return { calendar, demand: { ...demand, ...more }, schedules: new Map([[1, schedule]]) }
}

const dayAfter = (days: number) =>
  new Date(calendar.now + days * 86_400_000).toISOString().slice(0, 10)

describe('an input follows', () => {
  itFollows('inputs', {
    slotWindowDays() {
      const most = to('slotWindowDays')
      const sent = (days: number) => ({
        service_ids: [1],
        from: dayAfter(0),
        to: dayAfter(days - 1),
      })
      atMost(most, 'availability.slots', sent, 'to out_of_range')
      const window = (days: number) => ({ from: dayAfter(0), to: dayAfter(days - 1) })
      expect(freeSlots(asked(dayAfter(0)), window(most))).not.toEqual([])
      expect(() => freeSlots(asked(dayAfter(0)), window(most + 1))).toThrow(`1 to ${most} days`)
    },
    nextDatesHorizonDays() {
      const most = to('nextDatesHorizonDays')
      expect(nextDates(asked(dayAfter(most)), 1)).toHaveLength(1)
      expect(nextDates(asked(dayAfter(most + 1)), 1)).toEqual([])
    },
    slotIntervalMinMinutes() {
      const least = to('slotIntervalMinMinutes')
      expect(nextDates(asked(dayAfter(1), { slotIntervalMinutes: least }), 1)).toHaveLength(1)
      const question = asked(dayAfter(1), { slotIntervalMinutes: least - 1 })
      expect(() => nextDates(question, 1)).toThrow(RangeError)
    },
    slotIntervalMaxMinutes() {
      const most = to('slotIntervalMaxMinutes')
      expect(nextDates(asked(dayAfter(1), { slotIntervalMinutes: most }), 1)).toHaveLength(1)
      const question = asked(dayAfter(1), { slotIntervalMinutes: most + 1 })
      expect(() => nextDates(question, 1)).toThrow(RangeError)
    },

    webhookUrlCharacters() {
      const most = to('webhookUrlCharacters')
      const url = (count: number) => 'https://hooks.example.com/'.padEnd(count, 'a')
      atMost(most, 'webhooks.create', (count) => webhook({ url: url(count) }), 'url too_long')
      expect(schemaOf('webhooks.create', 'url').maxLength).toBe(most)
      atMost(most, 'webhooks.list', (count) => ({ url: url(count) }), 'url too_long')
    },
    webhookHeaders() {
      const sent = (count: number) => webhook({ headers: map(count) })
      atMost(to('webhookHeaders'), 'webhooks.create', sent, 'headers too_many')
      expect(schemaOf('webhooks.create', 'headers').maxProperties).toBe(to('webhookHeaders'))
    },
    webhookHeaderNameCharacters() {
      const most = to('webhookHeaderNameCharacters')
      const sent = (count: number) => webhook({ headers: { [text(count)]: 'x' } })
      atMost(most, 'webhooks.create', sent, `headers.${text(most + 1)} too_long`)
    },
    webhookHeaderValueCharacters() {
      const sent = (count: number) => webhook({ headers: { 'X-Team': text(count) } })
      atMost(to('webhookHeaderValueCharacters'), 'webhooks.create', sent, 'headers.X-Team too_long')
    },
    webhookEvents() {
      const sent = (count: number) => webhook({ events: list(count, () => 'client.created') })
      atMost(to('webhookEvents'), 'webhooks.create', sent, 'events too_many')
    },
    webhookFilterValues() {
      const sent = (count: number) =>
        webhook({ filters: { service_ids: list(count, (index) => index + 1) } })
      atMost(to('webhookFilterValues'), 'webhooks.create', sent, 'filters.service_ids too_many')
    },
    webhookNameCharacters() {
      const sent = (count: number) => webhook({ name: text(count) })
      atMost(to('webhookNameCharacters'), 'webhooks.create', sent, 'name too_long')
    },
    webhookSecrets() {
      const most = to('webhookSecrets')
      const sent = (count: number) => ({ ...template({}), secrets: map(count) })
      atMost(most, 'webhooks.create', sent, 'secrets too_many')
      const named = (count: number) => ({ secret_names: list(count, (index) => `k${index}`) })
      atMost(most, 'webhooks.preview', named, 'secret_names too_many')
      expect(
        faults('webhooks.update', { webhook_id: 'whk_1', secrets: map(2 * most, null) }),
      ).toEqual([])
    },
    webhookSecretNameCharacters() {
      const most = to('webhookSecretNameCharacters')
      const sent = (count: number) => ({ ...template({}), secrets: { [text(count)]: 'x' } })
      atMost(most, 'webhooks.create', sent, `secrets.${text(most + 1)} invalid_format`)
      const named = (count: number) => ({ secret_names: [text(count)] })
      atMost(most, 'webhooks.preview', named, 'secret_names[0] too_long')
    },
    webhookSecretValueCharacters() {
      const sent = (count: number) => ({ ...template({}), secrets: { key: text(count) } })
      atMost(to('webhookSecretValueCharacters'), 'webhooks.create', sent, 'secrets.key too_long')
    },
    templateParts() {
      const most = to('templateParts')
      const headers = (count: number) => template({ headers: map(count) })
      atMost(most, 'webhooks.create', headers, 'template.headers too_many')
      const query = (count: number) => template({ query: map(count) })
      atMost(most, 'webhooks.create', query, 'template.query too_many')
    },
    templateFormFields() {
      const form = { content_type: 'application/x-www-form-urlencoded' }
      const sent = (count: number) => template({ ...form, body: map(count) })
      atMost(to('templateFormFields'), 'webhooks.create', sent, 'template.body too_many')
    },
    messageTemplateCharacters() {
      const most = to('messageTemplateCharacters')
      const sent = (count: number) => webhook({ format: 'slack', message_template: text(count) })
      atMost(most, 'webhooks.create', sent, 'message_template too_long')
      expect(schemaOf('webhooks.create', 'message_template').maxLength).toBe(most)
    },
    signingSecretMinCharacters() {
      const least = to('signingSecretMinCharacters')
      const sent = (count: number) => webhook({ secret: text(count) })
      expect(faults('webhooks.create', sent(least))).toEqual([])
      expect(faults('webhooks.create', sent(least - 1))).toEqual(['secret too_short'])
    },
    signingSecretMaxCharacters() {
      const sent = (count: number) => webhook({ secret: text(count) })
      atMost(to('signingSecretMaxCharacters'), 'webhooks.create', sent, 'secret too_long')
    },

    passwordMinCharacters() {
      const least = to('passwordMinCharacters')
      const { password } = NewOrganization.shape
      expect(password.safeParse(text(least)).success).toBe(true)
      expect(password.safeParse(text(least - 1)).success).toBe(false)
    },
    passwordCharacters() {
      const most = to('passwordCharacters')
      const { password } = NewOrganization.shape
      expect(password.safeParse(text(most)).success).toBe(true)
      expect(password.safeParse(text(most + 1)).success).toBe(false)
      const sent = (count: number) => ({ email: 'ana@example.com', password: text(count) })
      atMost(most, 'account.signIn', sent, 'password too_long')
    },
    nameCharacters() {
      const { name, owner } = NewOrganization.shape
      for (const schema of [name, owner]) {
        expect(schema.safeParse(text(to('nameCharacters'))).success).toBe(true)
        expect(schema.safeParse(text(to('nameCharacters') + 1)).success).toBe(false)
      }
    },
    minAdvanceMaxMinutes() {
      const most = to('minAdvanceMaxMinutes')
      const sent = (min_advance_minutes: number) => service({ min_advance_minutes })
      settingEnds('min_advance_minutes', 'minAdvanceMaxMinutes')
      atMost(most, 'services.create', sent, 'min_advance_minutes out_of_range')
    },
    maxAdvanceMaxDays() {
      const sent = (max_advance_days: number) => service({ max_advance_days })
      settingEnds('max_advance_days', 'maxAdvanceMaxDays')
      atMost(to('maxAdvanceMaxDays'), 'services.create', sent, 'max_advance_days out_of_range')
    },
    cancellationWindowMaxMinutes: () =>
      settingEnds('cancellation_window_minutes', 'cancellationWindowMaxMinutes'),
    clientNoticeMaxMinutes: () => settingEnds('client_notice_minutes', 'clientNoticeMaxMinutes'),
    queueCallTimeoutMaxMinutes: () =>
      settingEnds('queue_call_timeout_minutes', 'queueCallTimeoutMaxMinutes'),
    depositExpiryMaxMinutes: () => settingEnds('deposit_expiry_minutes', 'depositExpiryMaxMinutes'),
    manualDepositMaxHours: () => settingEnds('manual_deposit_hours', 'manualDepositMaxHours'),
    reminderMaxHours: () => settingEnds('reminder_hours', 'reminderMaxHours'),
    addressCharacters() {
      const most = to('addressCharacters')
      for (const part of ['street', 'complement', 'district', 'city', 'state']) {
        const sent = (count: number) => ({ address: { [part]: text(count) } })
        atMost(most, 'organization.update', sent, `address.${part} too_long`)
      }
    },
    addressCodeCharacters() {
      const most = to('addressCodeCharacters')
      for (const part of ['number', 'postal_code']) {
        const sent = (count: number) => ({ address: { [part]: text(count) } })
        atMost(most, 'organization.update', sent, `address.${part} too_long`)
      }
    },
    mapUrlCharacters() {
      const most = to('mapUrlCharacters')
      const sent = (count: number) => ({ map_url: 'https://maps.example/'.padEnd(count, 'a') })
      atMost(most, 'organization.update', sent, 'map_url too_long')
    },
    welcomeCharacters() {
      const sent = (count: number) => ({ welcome_text: text(count) })
      atMost(to('welcomeCharacters'), 'organization.update', sent, 'welcome_text too_long')
    },
    logoBytes() {
      const most = to('logoBytes')
      const sent = (count: number) => ({ picture: 'A'.repeat(count) })
      atMost(Math.ceil(most / 3) * 4, 'organization.setLogo', sent, 'picture too_long')
    },
    logoSidePixels() {
      const most = to('logoSidePixels')
      expect(pictureIn(png({ width: most, height: most }), 'picture').contentType).toBe('image/png')
      expect(() => pictureIn(png({ width: most, height: most + 1 }), 'picture')).toThrow(
        `At most ${most} by ${most}`,
      )
    },
    photoBytes() {
      const most = to('photoBytes')
      const sent = (count: number) => ({ picture: 'A'.repeat(count) })
      atMost(Math.ceil(most / 3) * 4, 'professionals.setPhoto', sent, 'picture too_long')
    },
    photoSidePixels() {
      const most = to('photoSidePixels')
      const photoOf = (side: number) =>
        photoIn(png({ width: side, height: side }).toString('base64'))
      expect(photoOf(most).contentType).toBe('image/png')
      expect(() => photoOf(most + 1)).toThrow(`At most ${most} by ${most}`)
    },
    slugMinCharacters() {
      const { slug } = NewOrganization.shape
      expect(slug.safeParse(text(to('slugMinCharacters'))).success).toBe(true)
      const refused = slug.safeParse(text(to('slugMinCharacters') - 1))
      expect(refused.error?.issues[0]?.message).toContain(`${to('slugMinCharacters')} to`)
    },
    slugCharacters() {
      const { slug } = NewOrganization.shape
      expect(slug.safeParse(text(to('slugCharacters'))).success).toBe(true)
      const refused = slug.safeParse(text(to('slugCharacters') + 1))
      expect(refused.error?.issues[0]?.message).toContain(`to ${to('slugCharacters')}`)
    },

    pageSizeDefault() {
      const reading = readInput(inputOf('clients.list'), {})
      expect(reading).toMatchObject({ value: { limit: to('pageSizeDefault') } })
    },
    pageSizeMax() {
      atMost(to('pageSizeMax'), 'clients.list', (limit) => ({ limit }), 'limit out_of_range')
      expect(schemaOf('clients.list', 'limit').maximum).toBe(to('pageSizeMax'))
    },
    nextDatesDefault() {
      const reading = readInput(inputOf('availability.nextDates'), { service_ids: [1] })
      expect(reading).toMatchObject({ value: { limit: to('nextDatesDefault') } })
    },
    nextDatesMax() {
      const sent = (limit: number) => ({ service_ids: [1], limit })
      atMost(to('nextDatesMax'), 'availability.nextDates', sent, 'limit out_of_range')
    },
    servicesPerAppointment() {
      const most = to('servicesPerAppointment')
      const ids = (count: number) => list(count, (index) => index + 1)
      const booked = (count: number) => booking({ service_ids: ids(count) })
      atMost(most, 'appointments.create', booked, 'service_ids too_many')
      const free = (count: number) => ({ service_ids: ids(count) })
      atMost(most, 'availability.slots', free, 'service_ids too_many')
    },
    pixKeyCharacters() {
      const sent = (count: number) => account({ pix_key: text(count) })
      atMost(to('pixKeyCharacters'), 'payments.connect', sent, 'pix_key too_long')
    },
    bankCredentialCharacters() {
      for (const field of ['client_id', 'client_secret']) {
        const sent = (count: number) => account({ [field]: text(count) })
        atMost(to('bankCredentialCharacters'), 'payments.connect', sent, `${field} too_long`)
      }
    },
    pemCharacters() {
      const sent = (count: number) => account({ certificate_key: text(count) })
      const most = to('pemCharacters')
      expect(faults('payments.connect', sent(most))).not.toContain('certificate_key too_long')
      expect(faults('payments.connect', sent(most + 1))).toContain('certificate_key too_long')
    },
    recurrenceCharacters() {
      const rule = (count: number) => 'FREQ=DAILY;COUNT=2'.padEnd(count, ';')
      const sent = (count: number) => booking({ recurrence: rule(count) })
      atMost(to('recurrenceCharacters'), 'appointments.createSeries', sent, 'recurrence too_long')
    },
    seriesOccurrences() {
      const most = to('seriesOccurrences')
      const sent = (count: number) => booking({ recurrence: `FREQ=DAILY;COUNT=${count}` })
      atMost(most, 'appointments.createSeries', sent, 'recurrence out_of_range')
      const dates = (count: number) => {
        const until = dayAfter(count - 1).replaceAll('-', '')
        return seriesFault(`FREQ=DAILY;UNTIL=${until}`)
      }
      expect(dates(most)).toBeNull()
      expect(dates(most + 1)).toBe('recurrence too_many')
    },
    seriesYears() {
      const years = to('seriesYears')
      const every = (count: number) => seriesFault(`FREQ=MONTHLY;INTERVAL=12;COUNT=${count}`)
      expect(every(years + 1)).toBeNull()
      expect(every(years + 2)).toBe('recurrence out_of_range')
    },
    seriesShiftDays() {
      const sent = (days: number) => ({ appointment_id: 1, scope: 'all', shift_days: days })
      const most = to('seriesShiftDays')
      atMost(most, 'appointments.rescheduleSeries', sent, 'shift_days out_of_range')
      const back = (days: number) => sent(-days)
      atMost(most, 'appointments.rescheduleSeries', back, 'shift_days out_of_range')
    },
    holdMinutesMost() {
      const sent = (minutes: number) => ({ service_ids: [1], start: at('09:00'), minutes })
      atMost(to('holdMinutesMost'), 'holds.create', sent, 'minutes out_of_range')
    },
    holderCharacters() {
      const sent = (count: number) => ({
        service_ids: [1],
        start: at('09:00'),
        holder: text(count),
      })
      atMost(to('holderCharacters'), 'holds.create', sent, 'holder too_long')
    },
    priceDigits() {
      const sent = (count: number) => ({ appointment_id: 1, price: `${'9'.repeat(count)}.00` })
      atMost(to('priceDigits'), 'appointments.changePrice', sent, 'price invalid_format')
    },
    parameterValues() {
      const most = to('parameterValues')
      const sent = (count: number) => ({ status: list(count, () => 'PENDING') })
      atMost(most, 'appointments.list', sent, 'status too_many')
      const expand = (count: number) => ({ expand: list(count, () => 'client') })
      atMost(most, 'appointments.list', expand, 'expand too_many')
    },
    cursorCharacters() {
      const sent = (count: number) => ({ cursor: text(count) })
      atMost(to('cursorCharacters'), 'clients.list', sent, 'cursor too_long')
    },
    mapKeyCharacters() {
      const most = to('mapKeyCharacters')
      const refusal = (count: number) => {
        const reading = readInput(
          inputOf('webhooks.create'),
          webhook({ headers: { [text(count)]: 'x' } }),
        )
        return JSON.stringify(reading)
      }
      expect(refusal(most)).not.toContain('A key has at most')
      expect(refusal(most + 1)).toContain(`A key has at most ${most} characters.`)
    },
    faultsPerAnswer() {
      const most = to('faultsPerAnswer')
      const ids = list(2 * most, () => 0)
      expect(faults('webhooks.create', webhook({ filters: { service_ids: ids } }))).toHaveLength(
        most,
      )
      const fault = { field: 'x', code: 'invalid_value', message: 'x' } as const
      const { errors } = new Problem('validation_error', 'x', {
        errors: list(most + 1, () => fault),
      })
      expect(errors).toHaveLength(most)
    },

    weekIntervals() {
      const sent = (count: number) => ({
        professional_id: 1,
        intervals: list(count, (index) => ({
          weekday: 1,
          opens_minute: index * 10,
          closes_minute: index * 10 + 5,
        })),
      })
      atMost(to('weekIntervals'), 'schedule.setWeek', sent, 'intervals too_many')
    },
    dateIntervals() {
      const sent = (count: number) => ({
        professional_id: 1,
        date: dayAfter(1),
        intervals: list(count, (index) => ({
          opens_minute: index * 10,
          closes_minute: index * 10 + 5,
        })),
      })
      atMost(to('dateIntervals'), 'schedule.setDate', sent, 'intervals too_many')
    },
    scheduleWindowDays() {
      const sent = (days: number) => ({ from: dayAfter(0), to: dayAfter(days - 1) })
      atMost(to('scheduleWindowDays'), 'schedule.get', sent, 'to out_of_range')
    },
    agendaDays() {
      const sent = (days: number) => ({ from: dayAfter(0), to: dayAfter(days - 1) })
      atMost(to('agendaDays'), 'appointments.agenda', sent, 'to out_of_range')
    },
    serviceDurationMinutes() {
      const sent = (duration_minutes: number) => service({ duration_minutes })
      const most = to('serviceDurationMinutes')
      atMost(most, 'services.create', sent, 'duration_minutes out_of_range')
    },
    serviceBufferMinutes() {
      const most = to('serviceBufferMinutes')
      for (const field of ['buffer_before_minutes', 'buffer_after_minutes']) {
        const sent = (minutes: number) => service({ [field]: minutes })
        atMost(most, 'services.create', sent, `${field} out_of_range`)
      }
    },
    serviceCapacity() {
      const sent = (max_capacity: number) => service({ max_capacity })
      atMost(to('serviceCapacity'), 'services.create', sent, 'max_capacity out_of_range')
    },
    professionalsPerService() {
      const sent = (count: number) =>
        service({ professional_ids: list(count, (index) => index + 1) })
      const most = to('professionalsPerService')
      atMost(most, 'services.create', sent, 'professional_ids too_many')
    },
    servicesPerProfessional() {
      const sent = (count: number) => ({
        name: 'Ana',
        service_ids: list(count, (index) => index + 1),
      })
      atMost(to('servicesPerProfessional'), 'professionals.create', sent, 'service_ids too_many')
    },
    registryCharacters() {
      const sent = (count: number) => ({ name: 'Ana', registry: text(count) })
      atMost(to('registryCharacters'), 'professionals.create', sent, 'registry too_long')
    },
    impactDecisions() {
      const sent = (count: number) => ({
        professional_id: 1,
        decisions: list(count, (index) => ({ appointment_id: index + 1, action: 'keep' })),
      })
      atMost(to('impactDecisions'), 'professionals.deactivate', sent, 'decisions too_many')
    },
    metadataKeys() {
      const sent = (count: number) => ({ first_name: 'Ana', metadata: map(count) })
      atMost(to('metadataKeys'), 'clients.create', sent, 'metadata too_many')
      const asked = (count: number) => ({ metadata: map(count) })
      atMost(to('metadataKeys'), 'clients.list', asked, 'metadata too_many')
    },
    metadataChanges() {
      const sent = (count: number) => ({ client_id: 1, metadata: map(count, null) })
      atMost(to('metadataChanges'), 'clients.update', sent, 'metadata too_many')
    },
    metadataKeyCharacters() {
      const most = to('metadataKeyCharacters')
      const sent = (count: number) => ({ first_name: 'Ana', metadata: { [text(count)]: 'x' } })
      atMost(most, 'clients.create', sent, `metadata.${text(most + 1)} invalid_format`)
    },
    metadataValueCharacters() {
      const sent = (count: number) => ({ first_name: 'Ana', metadata: { crm: text(count) } })
      atMost(to('metadataValueCharacters'), 'clients.create', sent, 'metadata.crm too_long')
    },
    firstNameCharacters() {
      const sent = (count: number) => ({ first_name: text(count) })
      atMost(to('firstNameCharacters'), 'clients.create', sent, 'first_name too_long')
      expect(schemaOf('clients.create', 'first_name').maxLength).toBe(to('firstNameCharacters'))
    },
    lastNameCharacters() {
      const sent = (count: number) => ({ first_name: 'Ana', last_name: text(count) })
      atMost(to('lastNameCharacters'), 'clients.create', sent, 'last_name too_long')
    },
    emailCharacters() {
      const most = to('emailCharacters')
      const email = (count: number) => `${text(count - '@example.com'.length)}@example.com`
      const sent = (count: number) => ({ first_name: 'Ana', email: email(count) })
      atMost(most, 'clients.create', sent, 'email too_long')
      const entering = (count: number) => ({ email: email(count), password: 'x' })
      atMost(most, 'account.signIn', entering, 'email too_long')
      const listed = (count: number) => ({ email: email(count) })
      atMost(most, 'clients.list', listed, 'email too_long')
    },
    notesCharacters() {
      const most = to('notesCharacters')
      atMost(
        most,
        'appointments.create',
        (count) => booking({ notes: text(count) }),
        'notes too_long',
      )
      const joining = (count: number) => ({ service_id: 1, client_id: 1, notes: text(count) })
      atMost(most, 'queue.createEntry', joining, 'notes too_long')
    },
    reasonCharacters() {
      const sent = (count: number) => ({ appointment_id: 1, reason: text(count) })
      atMost(to('reasonCharacters'), 'appointments.cancel', sent, 'reason too_long')
    },
    meetingUrlCharacters() {
      const most = to('meetingUrlCharacters')
      const room = (count: number) => 'https://meet.example/'.padEnd(count, 'a')
      const fault = 'meeting_url too_long'
      const set = (count: number) => ({ appointment_id: 1, meeting_url: room(count) })
      atMost(most, 'appointments.setMeetingUrl', set, fault)
      const professional = (count: number) => ({ name: 'Ana', meeting_url: room(count) })
      atMost(most, 'professionals.create', professional, fault)
    },
    searchCharacters() {
      atMost(to('searchCharacters'), 'clients.list', (count) => ({ q: text(count) }), 'q too_long')
    },
    queueDeskHours() {
      const interval = (index: number) => ({ weekday: index, opens_minute: 0, closes_minute: 60 })
      const sent = (count: number) => ({ professional_id: 1, hours: list(count, interval) })
      atMost(to('queueDeskHours'), 'queue.setDesk', sent, 'hours too_many')
      expect(schemaOf('queue.setDesk', 'hours').maxItems).toBe(to('queueDeskHours'))
    },
    queueCapacity() {
      const sent = (capacity: number) => ({ professional_id: 1, capacity })
      atMost(to('queueCapacity'), 'queue.setDesk', sent, 'capacity out_of_range')
    },
    placeCharacters() {
      const sent = (count: number) => ({ entry_id: 1, place: text(count) })
      atMost(to('placeCharacters'), 'queue.callEntry', sent, 'place too_long')
    },
    messageCharacters() {
      const sent = (count: number) => ({ client_id: 1, text: text(count) })
      atMost(to('messageCharacters'), 'messaging.sendText', sent, 'text too_long')
    },
    messageSubjectCharacters() {
      const sent = (count: number) => ({
        purpose: 'booked',
        language: 'pt',
        subject: text(count),
        body: 'x',
      })
      atMost(to('messageSubjectCharacters'), 'messaging.setText', sent, 'subject too_long')
    },
    messageBodyCharacters() {
      const sent = (count: number) => ({
        purpose: 'booked',
        language: 'pt',
        subject: 'x',
        body: text(count),
      })
      atMost(to('messageBodyCharacters'), 'messaging.setText', sent, 'body too_long')
    },
    messagingSecretCharacters() {
      const sent = (count: number) => ({
        phone: '(11) 98765-4321',
        phone_number_id: '1',
        access_token: text(count),
        app_secret: 'x',
      })
      atMost(to('messagingSecretCharacters'), 'messaging.connect', sent, 'access_token too_long')
    },
    valueCharacters() {
      const most = to('valueCharacters')
      const sent = (count: number) => ({ webhook_id: text(count) })
      atMost(most, 'webhooks.get', sent, 'webhook_id too_long')
      const phone = (count: number) => ({ first_name: 'Ana', phone: text(count) })
      atMost(most, 'clients.create', phone, 'phone too_long')
    },
  })
})

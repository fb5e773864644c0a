import { expect, it } from 'vitest'
import { withBooked, withProvisional, type Provisional } from './provisional.ts'

const ZONE = 'America/Sao_Paulo'
const AGENDA = {
  object: 'agenda' as const,
  from: '2026-11-23',
  to: '2026-11-23',
  professionals: [],
  appointments: [],
  appointments_total: 0,
  holds: [],
}
const BOOKED: Provisional = {
  professional: { id: 3, name: 'Bia' },
  clientName: 'Ana Souza',
  services: [
    { id: 1, name: 'Corte', duration_minutes: 30, service_type: 'IN_PERSON', color: null },
    { id: 2, name: 'Barba', duration_minutes: 15, service_type: 'IN_PERSON', color: null },
  ],
  start: '2026-11-24T02:30:00Z',
  isOverbook: false,
}

it('stands in the day of the organization, as long as its services take', () => {
  expect(withProvisional(AGENDA, BOOKED, ZONE)).toMatchObject({
    professionals: [{ id: 3, name: 'Bia' }],
    appointments: [
      {
        professional_id: 3,
        client_name: 'Ana Souza',
        service_names: ['Corte', 'Barba'],
        start: '2026-11-23T23:30:00-03:00',
        end: '2026-11-24T00:15:00-03:00',
      },
    ],
    appointments_total: 1,
  })
})

it('is not shown in other days', () => {
  expect(withProvisional(AGENDA, { ...BOOKED, start: '2026-11-24T03:00:00Z' }, ZONE)).toBe(AGENDA)
})

it('has its id once it is booked', () => {
  const shown = withProvisional(AGENDA, BOOKED, ZONE)
  const [one] = withBooked(shown, { id: 6, status: 'CONFIRMED' }).appointments
  expect(one).toMatchObject({ id: 6, status: 'CONFIRMED', client_name: 'Ana Souza' })
})

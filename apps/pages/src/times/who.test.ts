import { expect, it } from 'vitest'
import { initialsOf, nextFree, whoChoices } from './who.ts'

type Person = Parameters<typeof whoChoices>[0]['professionals'][number]

it.each([
  ['Dra. Camila Prado', 'CP'],
  ['Zé', 'Z'],
  ['Carlos Eduardo de Albuquerque Figueiredo', 'CF'],
  ['prof. élida', 'É'],
  ['Dr.', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it.each([
  ['2026-11-30T09:00:00-03:00', 'próx. hoje, 9h', 'next: today 9:00'],
  ['2026-12-01T00:05:00-03:00', 'próx. amanhã, 0h05', 'next: tomorrow 0:05'],
  ['2026-12-04T14:30:00-03:00', 'próx. sex, 4 dez, 14h30', 'next: Fri, 4 Dec 14:30'],
])('of %s is said: %s', (start, pt, en) => {
  const today = '2026-11-30'
  expect([nextFree(start, today, 'pt'), nextFree(start, today, 'en')]).toEqual([pt, en])
})

it('each card has the registry, what the professional does here, and the first free time', () => {
  const rui: Person = { id: 2, name: 'Rui', registry: null, photo_url: null }
  const photo = '/aurora/photo?v=x'
  const ana: Person = { id: 1, name: 'Ana Lima', registry: 'CRM-SP 1', photo_url: photo }
  const service = (id: number, specialty: string | null, performers: Person[]) => ({
    id,
    name: 'Consulta',
    description: null,
    specialty: specialty === null ? null : { id, name: specialty },
    service_type: 'IN_PERSON' as const,
    booking_mode: 'SCHEDULED' as const,
    duration_minutes: 30,
    price: null,
    currency: 'BRL' as const,
    deposit_amount: null,
    max_advance_days: null,
    professional_ids: performers.map(({ id: one }) => one),
  })
  const day = (date: string, ...starts: [id: number, hour: string][]) => ({
    date,
    first_start: `${date}T${starts[0]?.[1]}:00-03:00`,
    slot_count: 1,
    professionals: starts.map(([id, hour]) => ({ id, first_start: `${date}T${hour}:00-03:00` })),
  })
  const choices = whoChoices({
    professionals: [ana, rui],
    services: [
      service(1, 'Psicologia', [ana]),
      service(2, 'Nutrição', [ana]),
      service(3, 'Psicologia', [ana]),
      service(4, null, [rui]),
    ],
    dates: [day('2026-11-30', [1, '08:00']), day('2026-12-01', [2, '07:00'], [1, '08:00'])],
    chosen: 2,
    anyProfessional: 'Sem preferência',
    today: '2026-11-30',
    language: 'pt',
  })
  expect(choices).toMatchObject([
    { value: '', name: 'Sem preferência', about: '', next: 'próx. hoje, 8h', isChosen: false },
    {
      value: '1',
      photo,
      about: 'CRM-SP 1 · Psicologia, Nutrição',
      next: 'próx. hoje, 8h',
    },
    { value: '2', photo: null, about: '', next: 'próx. amanhã, 7h', isChosen: true },
  ])
})

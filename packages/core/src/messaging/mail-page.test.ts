import { PURPOSES, type Purpose } from '@scheduling/messaging'
import { describe, expect, it } from 'vitest'
import { NO_FACTS, SAMPLE_FACTS, type Facts } from './facts.ts'
import { mailPage } from './mail-page.ts'
import { madeText } from './texts.ts'
import { writtenFacts } from './written-facts.ts'

const organization = {
  id: 1,
  name: 'Clínica Aurora',
  timeZone: 'America/Sao_Paulo',
  slug: 'aurora',
  logoVersion: 'v1',
  brandColor: '#0b4f9e',
}
const publicBaseUrl = 'https://agenda.example.com'
const now = Date.parse('2026-11-20T08:00:00-03:00')

const APPOINTMENT: Facts = {
  ...SAMPLE_FACTS,
  channel: 'email',
  status: 'CONFIRMED',
  booking_status: null,
  meeting_url: null,
  booking_link: null,
  place: null,
  reason: null,
  more: null,
  amount: null,
  refunded_amount: null,
  until: null,
  payment_code: null,
  payment_url: null,
}
const REQUESTED: Facts = { ...APPOINTMENT, status: 'PENDING' }
const CANCELLED: Facts = { ...APPOINTMENT, status: 'CANCELLED_CLIENT', changes_until: null }
const DEPOSIT: Facts = {
  ...SAMPLE_FACTS,
  channel: 'email',
  place: null,
  meeting_url: null,
  link: SAMPLE_FACTS.payment_url,
}
const PAID: Facts = { ...DEPOSIT, status: 'PAID', booking_status: 'CONFIRMED', payment_code: null }
const QUEUED: Facts = {
  ...NO_FACTS,
  client_first_name: 'Mariana',
  services: 'Curativo',
  status: 'WAITING',
  link: `${publicBaseUrl}/f/x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg`,
}

function made(purpose: Purpose, facts: Facts, language: 'pt' | 'en' = 'pt') {
  const written = writtenFacts({ ...facts }, language, { organization, now })
  const text = madeText(null, purpose, language, { organization, facts: written, now })
  const page = mailPage(
    { publicBaseUrl, organization },
    { purpose, facts: written, language, unsubscribeUrl: null },
  )
  return { ...text, page }
}

describe('the page of a message', () => {
  it.each<[Purpose, string, Facts, state: string, button: string | null, also: string | null]>([
    ['booked', 'requested', REQUESTED, 'Pedido recebido', 'Ver, remarcar ou cancelar', null],
    ['booked', 'confirmed', APPOINTMENT, 'Confirmado', 'Ver, remarcar ou cancelar', null],
    ['confirmed', 'confirmed', APPOINTMENT, 'Confirmado', 'Ver, remarcar ou cancelar', null],
    ['moved', 'confirmed', APPOINTMENT, 'Remarcado', 'Ver, remarcar ou cancelar', null],
    [
      'moved',
      'late',
      { ...APPOINTMENT, changes_until: null },
      'Remarcado',
      'Ver o agendamento',
      null,
    ],
    ['cancelled', 'cancelled', CANCELLED, 'Cancelado', 'Marcar outro horário', null],
    ['cancelled', 'without a page', { ...CANCELLED, page: null }, 'Cancelado', null, null],
    [
      'no_show',
      'over',
      { ...CANCELLED, status: 'NO_SHOW' },
      'Encerrado',
      'Marcar outro horário',
      null,
    ],
    [
      'deposit_asked',
      'unpaid',
      DEPOSIT,
      'Aguardando o sinal',
      'Pagar o sinal',
      'Ver, remarcar ou cancelar',
    ],
    ['deposit_paid', 'paid', PAID, 'Sinal recebido', 'Ver, remarcar ou cancelar', null],
    ['joined', 'queued', QUEUED, 'Na fila', 'Acompanhar meu lugar na fila', null],
    ['called', 'called', QUEUED, 'É a sua vez', 'Avisar que estou chegando', null],
  ])('%s, %s: one word, one button', (purpose, _, facts, state, button, also) => {
    const { page, subject } = made(purpose, facts)
    expect([page.state, page.button?.label ?? null, page.more.action?.label ?? null]).toEqual([
      state,
      button,
      also,
    ])
    expect(subject).toContain(state)
  })

  it('of every purpose shows all that its text links to', () => {
    for (const purpose of PURPOSES) {
      for (const facts of [REQUESTED, CANCELLED, DEPOSIT, PAID, QUEUED]) {
        const { page, text } = made(purpose, facts, 'en')
        const urls = text.match(/https:\S+/g) ?? []
        expect(page.actions.map(({ url }) => url)).toEqual(expect.arrayContaining(urls))
      }
    }
  })

  it('has in its text the card as a paragraph, service, day and professional', () => {
    const { page, text } = made('deposit_paid', PAID)
    expect(text.split('\n\n')).toContain(page.card?.asText)
    expect(text).toContain('Seu horário está confirmado.')
    expect(page.card?.when).toBe('Segunda, 30 de novembro, às\u00a09h')
    expect(page.card?.rows.map(({ label }) => label)).toEqual(['Serviço', 'Profissional', 'Valor'])
  })

  it('of an online appointment has its room and the time zone', () => {
    const meeting_url = 'https://meet.example/7'
    const { card } = made('reminder', { ...APPOINTMENT, type: 'TELEMEDICINE', meeting_url }).page
    expect(card?.rows).toMatchObject([
      { label: 'Serviço' },
      { label: 'Profissional' },
      { value: 'Online', action: { label: 'Entrar na sala online', url: meeting_url } },
      { label: 'Fuso', value: 'Horário Padrão de Brasília' },
      { label: 'Valor' },
    ])
  })

  it('comes from the clinic, with its picture, color and place', () => {
    const { sender } = made('confirmed', { ...APPOINTMENT, place: 'Rua das Acácias, 12' }).page
    expect(sender).toEqual({
      name: 'Clínica Aurora',
      logoUrl: 'https://agenda.example.com/aurora/logo?v=v1',
      color: '#0b4f9e',
      place: 'Rua das Acácias, 12',
    })
    // Of a call in the queue the place is a room.
    expect(made('called', { ...QUEUED, place: 'Sala 2' }).page.sender.place).toBeNull()
  })

  it('says until when something can be changed, and nothing where it cannot', () => {
    expect(made('confirmed', APPOINTMENT).page.more.text).toBe(
      'Você pode remarcar ou cancelar até domingo, 29 de novembro, às 9h.',
    )
    expect(made('cancelled', CANCELLED).page.more.text).toBeNull()
  })
})

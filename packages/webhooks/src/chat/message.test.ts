import {
  EVENT_TYPE_NAMES,
  sampleEvent,
  type EventEnvelope,
  type EventType,
} from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import { chatMessage, type ChatMessageOptions } from './message.ts'
import { eventForChat, maskPhone, reduceName } from './personal-data.ts'
import { threadStopwatch } from '../template/stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'
const SAMPLE = { organizationId: 1, timezone: TIMEZONE, now: NOW }

const options: ChatMessageOptions = {
  organization: { name: 'Clínica Bem-Estar', timezone: TIMEZONE, language: 'pt' },
  showFullPersonalData: false,
  messageTemplate: null,
  recordUrl: 'https://agenda.example.com/r/90211',
  now: NOW,
  elapsedMs: threadStopwatch,
}
const english: ChatMessageOptions = {
  ...options,
  organization: { ...options.organization, language: 'en' },
}

function lines(type: EventType, chosen: ChatMessageOptions = options): string[] {
  const { title, fields } = chatMessage(sampleEvent(type, SAMPLE), chosen)
  return [title, ...fields.map(({ label, value }) => `${label}: ${value}`)]
}

function withRecord(type: EventType, changes: Record<string, unknown>): EventEnvelope {
  const event = sampleEvent(type, SAMPLE)
  return { ...event, data: { ...event.data, object: { ...event.data.object, ...changes } } }
}

describe('title and main data', () => {
  test('a rescheduled appointment, in both languages', () => {
    expect(lines('appointment.rescheduled')).toEqual([
      'Agendamento remarcado',
      'Cliente: Mariana Souza',
      'Data e hora: sex., 27 de nov. de 2026, 09:00',
      'Antes: qui., 26 de nov. de 2026, 15:00',
      'Serviços: Limpeza de pele e Massagem "relaxante" & drenagem',
      'Profissional: Dra. Renata Nogueira Prado',
      'Situação: Pendente',
      'Modalidade: Presencial',
      'Preço: R$ 1.250,00',
    ])
    expect(lines('appointment.rescheduled', english)).toEqual([
      'Appointment rescheduled',
      'Client: Mariana Souza',
      'When: Fri, Nov 27, 2026, 09:00 AM',
      'Previously: Thu, Nov 26, 2026, 03:00 PM',
      'Services: Limpeza de pele and Massagem "relaxante" & drenagem',
      'Professional: Dra. Renata Nogueira Prado',
      'Status: Pending',
      'Type: In person',
      'Price: R$1,250.00',
    ])
  })

  test('the other records', () => {
    expect(lines('client.updated')).toEqual([
      'Cadastro de cliente alterado',
      'Cliente: Mariana Souza',
      'Telefone: +5511•••••4321',
      'Alterações: telefone',
    ])
    expect(lines('queue.entry.created')).toEqual([
      'Cliente entrou na fila',
      'Cliente: Mariana Souza',
      'Serviço: Atendimento por ordem de chegada',
      'Profissional: Dra. Renata Nogueira Prado',
      'Situação: Aguardando',
      'Posição na fila: 3',
      'Espera estimada: 40 min',
    ])
    expect(lines('deposit.refunded')).toEqual([
      'Sinal devolvido',
      'Cliente: Mariana Souza',
      'Valor: R$ 50,00',
      'Situação: Devolvido',
      'Devolvido: R$ 50,00',
    ])
    expect(lines('deposit.created', english).slice(-1)).toEqual([
      'Due: Fri, Nov 20, 2026, 12:30 PM',
    ])
    expect(lines('service.updated', english)).toEqual([
      'Service updated',
      'Service: Limpeza de pele',
      'Duration: 60 min',
      'Price: R$190.00',
      'Type: In person',
      'Changes: price',
    ])
    expect(lines('professional.created')).toEqual([
      'Novo profissional',
      'Profissional: Dra. Renata Nogueira Prado',
      'Função: Colaborador',
    ])
    expect(lines('blocked_time.created')).toEqual([
      'Horário bloqueado',
      'Profissional: Dra. Renata Nogueira Prado',
      'Início: sáb., 28 de nov. de 2026, 12:00',
      'Fim: sáb., 28 de nov. de 2026, 14:00',
    ])
    expect(lines('messaging.message.failed')).toEqual([
      'Falha no envio de mensagem',
      'Cliente: Mariana Souza',
      'Telefone: +5511•••••4321',
      'Tipo: Lembrete',
      'Canal: Aplicativo de mensagens',
      'Erro: number_unreachable',
    ])
    expect(lines('messaging.connection.updated')).toEqual([
      'Conexão de mensagens alterada',
      'Situação: Conectado',
      'Telefone: +551133445566',
      'Canal: Número próprio',
    ])
    expect(lines('appointment.deleted')).toEqual(['Agendamento excluído', 'Código: 90211'])
    expect(lines('client.merged', english)).toEqual([
      'Client records merged',
      'ID: 7188',
      'Kept as: 7301',
    ])
    expect(lines('ping')).toEqual(['Entrega de teste', 'Webhook: CRM'])
  })

  test('every type has a title in both languages, a line of text and the button', () => {
    const titles = EVENT_TYPE_NAMES.map((type) => {
      const [pt, en] = [options, english].map((chosen) =>
        chatMessage(sampleEvent(type, SAMPLE), chosen),
      )
      expect(pt?.text).toContain(pt?.title)
      expect(pt?.fields.length).toBeGreaterThan(0)
      expect(pt?.button).toEqual({ label: 'Abrir registro', url: options.recordUrl })
      expect(en?.button?.label).toBe('Open record')
      expect(pt?.title).not.toBe(en?.title)
      return pt?.title
    })
    expect(new Set(titles).size).toBe(EVENT_TYPE_NAMES.length)
  })

  test('a type and a value from the future stay readable', () => {
    const event = {
      ...withRecord('appointment.created', { status: 'PARKED', type: null }),
      type: 'appointment.parked',
    }
    const message = chatMessage(event, options)
    expect(message.title).toBe('appointment.parked')
    expect(message.fields).toContainEqual({ label: 'Situação', value: 'PARKED' })
    expect(message.fields.map(({ label }) => label)).not.toContain('Modalidade')
    const unknown = {
      ...event,
      type: 'toString',
      data: { object: {}, changes: null, batch_id: null },
    }
    expect(chatMessage(unknown, options)).toMatchObject({
      title: 'toString',
      fields: [],
      text: 'toString',
    })
  })

  test('no professional: any for the queue, all for a block', () => {
    const none = { professional_id: null, professional: null }
    expect(chatMessage(withRecord('queue.entry.created', none), options).fields).toContainEqual({
      label: 'Profissional',
      value: 'Qualquer profissional',
    })
    expect(chatMessage(withRecord('blocked_time.created', none), english).fields).toContainEqual({
      label: 'Professional',
      value: 'The whole team',
    })
  })

  test('dates follow the zone, also across midnight', () => {
    const manaus = {
      ...options,
      organization: { ...options.organization, timezone: 'Pacific/Auckland' },
    }
    expect(lines('appointment.created', manaus)[2]).toBe(
      'Data e hora: sáb., 28 de nov. de 2026, 01:00',
    )
  })

  test('money is never a floating-point number', () => {
    expect(
      chatMessage(withRecord('service.created', { price: '9999999999.99' }), options).fields.map(
        ({ value }) => value,
      ),
    ).toContain('R$ 9.999.999.999,99')
  })

  test('line breaks and marks of direction do not forge a layout, long names end', () => {
    const name = `Ana\r\nTotal: 0\u2028\u202Egro \u0000${'x'.repeat(500)}`
    const { fields } = chatMessage(withRecord('service.created', { name }), options)
    expect(fields[0]?.value).toMatch(/^Ana Total: 0 gro x{282}…$/)
  })
})

describe('personal data', () => {
  test.each([
    ['Mariana Alves de Souza', 'Mariana Souza'],
    ['Mariana', 'Mariana'],
    ['  Ana   Lima ', 'Ana Lima'],
    ['', ''],
  ])('%j is reduced to %j', (name, reduced) => {
    expect(reduceName(name)).toBe(reduced)
  })

  test.each([
    ['+5511987654321', '+5511•••••4321'],
    ['+551133445566', '+5511••••5566'],
    ['+14155550123', '+141••••0123'],
    ['+12345678', '+••••5678'],
    ['12345', '•••45'],
    ['1', '•'],
  ])('%s is masked as %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked)
  })

  test('reduced and full', () => {
    expect(lines('client.created')).toEqual([
      'Novo cliente',
      'Cliente: Mariana Souza',
      'Telefone: +5511•••••4321',
    ])
    expect(lines('client.created', { ...options, showFullPersonalData: true })).toEqual([
      'Novo cliente',
      'Cliente: Mariana Alves de Souza',
      'Telefone: +5511987654321',
      'E-mail: mariana.souza@example.com',
    ])
  })

  test('the changes of a client and a client who acts are reduced too', () => {
    const event = sampleEvent('client.updated', SAMPLE)
    const seen = eventForChat(
      {
        ...event,
        data: {
          ...event.data,
          changes: {
            last_name: { from: 'Alves', to: 'Alves de Souza' },
            email: { from: 'a@example.com', to: 'b@example.com' },
            phone: { from: null, to: '+5511987654321' },
            cpf: { from: null, to: '52998224725' },
            metadata: { from: {}, to: { a: 'b' } },
          },
        },
        context: {
          ...event.context,
          actor: { type: 'client', id: '7301', name: 'Mariana Alves de Souza' },
        },
      },
      false,
    )
    expect(seen.data.changes).toEqual({
      last_name: { from: 'Alves', to: 'Souza' },
      email: { from: null, to: null },
      phone: { from: null, to: '+5511•••••4321' },
    })
    expect(seen.context.actor.name).toBe('Mariana Souza')
    expect(seen.data.object).toMatchObject({
      first_name: 'Mariana',
      last_name: 'Souza',
      name: 'Mariana Souza',
      email: null,
    })
  })

  test('nothing is taken from the event itself', () => {
    const event = sampleEvent('client.updated', SAMPLE)
    const before = JSON.stringify(event)
    eventForChat(event, false)
    expect(JSON.stringify(event)).toBe(before)
  })
})

describe('title template', () => {
  const titled = (messageTemplate: string, chosen = options) =>
    chatMessage(sampleEvent('client.updated', SAMPLE), { ...chosen, messageTemplate })

  test('replaces the title and sees what the channel may see', () => {
    const template =
      '{{ data.object.name | upper }} {{ data.object.phone }} [{{ data.object.email }}] [{{ data.object.cpf }}{{ data.object.metadata }}] {{ data.changes | length }}'
    expect(titled(template).title).toBe('MARIANA SOUZA +5511•••••4321 [] [] 1')
    expect(titled(template, { ...options, showFullPersonalData: true }).title).toBe(
      'MARIANA ALVES DE SOUZA +5511987654321 [mariana.souza@example.com] [] 1',
    )
  })

  test('is one line of at most 2000 characters', () => {
    const { title } = titled(
      `a\n\nb {% for x in [1,2,3,4,5,6,7,8,9] %}${'y'.repeat(300)}{% endfor %}`,
    )
    expect(title).toMatch(/^a b y+…$/)
    expect(title).toHaveLength(2000)
  })

  test.each(['', '  \n ', '{{ data.object.nothing }}'])(
    'an empty result %j leaves the usual title',
    (template) => {
      expect(titled(template)).toMatchObject({
        title: 'Cadastro de cliente alterado',
        templateFault: null,
      })
    },
  )

  test('one that fails leaves the usual title and says why', () => {
    expect(titled('{{ data.object }}')).toMatchObject({
      title: 'Cadastro de cliente alterado',
      templateFault: expect.stringMatching(/^Line 1, column 8: a map cannot be written/),
    })
    expect(titled("{{ secret_ref('a') }}")).toMatchObject({
      templateFault: 'Line 1, column 14: secrets are not available here',
    })
  })
})

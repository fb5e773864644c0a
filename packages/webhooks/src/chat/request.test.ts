import { sampleEvent, type EventType } from '@scheduling/events'
import { describe, expect, test } from 'vitest'

import { CHAT_FORMATS, readChatFormat, type ChatFormat } from './chat-format.ts'
import { checkChatUrl, truncateChatUrl } from './chat-url.ts'
import { checkMessageTemplate } from './message-template.ts'
import type { ChatMessage } from './message.ts'
import { chatRequest, isOriginalGone, readMessageId } from './request.ts'
import { threadStopwatch } from '../template/stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const SAMPLE = { organizationId: 1, timezone: 'America/Sao_Paulo', now: NOW }
const DISCORD = 'https://discord.com/api/webhooks/123/tok-en_1'
const message: ChatMessage = {
  title: 'Agendamento remarcado',
  fields: [{ label: 'Cliente', value: 'Mariana Souza' }],
  button: { label: 'Abrir registro', url: 'https://agenda.example.com/r/1' },
  text: 'Agendamento remarcado: Mariana Souza',
  sender: 'Clínica',
  templateFault: null,
}

function request(
  format: ChatFormat,
  url: string,
  type: EventType,
  originalMessageId: string | null = null,
) {
  return chatRequest(format, message, url, { event: sampleEvent(type, SAMPLE), originalMessageId })
}

describe('addresses', () => {
  test.each<[ChatFormat, string, boolean]>([
    ['chat_format_1', 'https://hooks.slack.com/services/T0/B0/x', true],
    ['chat_format_1', 'https://HOOKS.slack.com/services/T0/B0/x', true],
    ['chat_format_1', 'https://hooks.slack.com/', false],
    ['chat_format_1', 'https://hooks.slack.com/triggers/T0/1/x', false],
    ['chat_format_1', 'https://hooks.slack.com/workflows/T0/1/x', false],
    ['chat_format_1', 'http://hooks.slack.com/services/T0/B0/x', false],
    ['chat_format_1', 'https://slack.com/services/T0/B0/x', false],
    ['chat_format_1', 'https://hooks.slack.com.evil.example/services/T0/B0/x', false],
    ['chat_format_1', 'https://hooks.slack.com@evil.example/services/T0/B0/x', false],
    ['chat_format_1', 'https://user@hooks.slack.com/services/T0/B0/x', false],
    ['chat_format_1', 'https://hooks.slack.com:8443/services/T0/B0/x', false],
    ['chat_format_1', 'https://hooks.slack.com./services/T0/B0/x', false],
    ['chat_format_1', 'https://evil.example/?https://hooks.slack.com/services/', false],
    ['chat_format_1', 'not an address', false],
    ['chat_format_2', DISCORD, true],
    ['chat_format_2', 'https://discordapp.com/api/webhooks/123/tok', true],
    ['chat_format_2', 'https://ptb.discord.com/api/webhooks/123/tok', true],
    ['chat_format_2', 'https://canary.discord.com/api/webhooks/123/tok?thread_id=9', true],
    ['chat_format_2', 'https://discord.com/api/v10/webhooks/123/tok/', true],
    ['chat_format_2', 'https://discord.com/api/webhooks/123/tok/slack', false],
    ['chat_format_2', 'https://discord.com/api/webhooks/123/tok/github', false],
    ['chat_format_2', 'https://discord.com/api/webhooks/123', false],
    ['chat_format_2', 'https://discord.com/channels/1/2', false],
    ['chat_format_2', 'https://evil.discord.com/api/webhooks/123/tok', false],
    ['chat_format_3', 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', true],
    ['chat_format_3', 'https://googleapis.com/v1/spaces/A/messages?key=k&token=t', false],
    ['chat_format_3', 'https://chat.googleapis.com', false],
    ['chat_format_4', 'https://prod-1.westeurope.logic.azure.com:443/workflows/x', true],
    ['chat_format_4', 'https://flows.example.com:8443/x', true],
    ['chat_format_4', 'http://flows.example.com/x', false],
  ])('%s %s: %s', (format, url, isRight) => {
    const error = checkChatUrl(format, url)
    if (isRight) expect(error).toBeNull()
    else
      expect(error).toEqual({
        field: 'url',
        code: 'invalid_value',
        message: expect.stringMatching(/^(The|A) .{20,}/),
      })
  })

  test('are shown with their last 4 characters', () => {
    expect(truncateChatUrl('https://hooks.slack.com/services/T0/B0/abcdWXYZ')).toBe(
      'https://hooks.slack.com/…WXYZ',
    )
    expect(truncateChatUrl('https://flows.example.com:8443/a?token=12345678')).toBe(
      'https://flows.example.com:8443/…5678',
    )
  })

  test('both spellings of a format are read', () => {
    expect(['slack', 'discord', 'google_chat', 'teams'].map(readChatFormat)).toEqual([
      ...CHAT_FORMATS,
    ])
    expect(CHAT_FORMATS.map(readChatFormat)).toEqual([...CHAT_FORMATS])
    expect(['custom', 'generic', 'Slack', '', 'toString'].map(readChatFormat)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('Discord', () => {
  // Of the address as it is shown, the version would be an old one.
  const SENT = DISCORD.replace('/api/', '/api/v10/')
  const created = `${SENT}?wait=true&with_components=true`

  test('a new message waits for its id', () => {
    expect(request('chat_format_2', DISCORD, 'appointment.created')).toMatchObject({
      method: 'POST',
      url: created,
      fallback: null,
    })
    expect(request('chat_format_2', `${DISCORD}?thread_id=9&wait=false`, 'ping').url).toBe(
      `${SENT}?thread_id=9&wait=true&with_components=true`,
    )
  })

  test.each(['v10', 'v9', 'v6'])(
    'the version is ours, also where the address names %s',
    (version) => {
      const url = DISCORD.replace('/api/', `/api/${version}/`)
      expect(request('chat_format_2', url, 'appointment.created').url).toBe(created)
    },
  )

  test.each(['appointment.rescheduled', 'appointment.cancelled'] as const)(
    '%s edits the original',
    (type) => {
      const edit = request('chat_format_2', `${DISCORD}/?wait=true&thread_id=9`, type, '987')
      expect(edit).toMatchObject({
        method: 'PATCH',
        url: `${SENT}/messages/987?thread_id=9&with_components=true`,
        fallback: {
          method: 'POST',
          url: `${SENT}/?wait=true&thread_id=9&with_components=true`,
          body: edit.body,
        },
      })
    },
  )

  test('without an original, and for all other types, a new message is sent', () => {
    expect(request('chat_format_2', DISCORD, 'appointment.cancelled').method).toBe('POST')
    for (const type of [
      'appointment.confirmed',
      'appointment.deleted',
      'queue.entry.cancelled',
      'client.updated',
    ] as const) {
      expect(request('chat_format_2', DISCORD, type, '987').method).toBe('POST')
    }
  })

  test.each<[number | null, string | null, boolean]>([
    [404, '{"message": "Unknown Message", "code": 10008}', true],
    [404, '{"message": "Unknown Webhook", "code": 10015}', false],
    [404, 'not found', true],
    [404, null, true],
    [410, '{"code": 10008}', false],
    [429, '{"code": 10008}', false],
    [200, '{"id": "1"}', false],
    [null, null, false],
  ])('an edit answered %s %s: a new message %s', (status, body, expected) => {
    const edit = request('chat_format_2', DISCORD, 'appointment.cancelled', '987')
    expect(isOriginalGone(edit, status, body)).toBe(expected)
    expect(
      isOriginalGone(request('chat_format_2', DISCORD, 'appointment.cancelled'), status, body),
    ).toBe(false)
  })

  test('the id of a message is read from the answer', () => {
    expect(
      readMessageId(
        'chat_format_2',
        '{"type":0,"content":"x","id":"1297123456789012345","channel_id":"2"}',
      ),
    ).toBe('1297123456789012345')
    for (const body of [
      '',
      null,
      '[]',
      '{"id": 5}',
      '{"id": "../x"}',
      '{"id": "12',
      '{"id": ""}',
    ]) {
      expect(readMessageId('chat_format_2', body)).toBeNull()
    }
    expect(readMessageId('chat_format_1', '{"id": "1"}')).toBeNull()
  })
})

describe('Google Chat', () => {
  const url = 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t%3D'

  test('events of one appointment, its deposits and its messages share a thread', () => {
    for (const type of [
      'appointment.created',
      'appointment.cancelled',
      'appointment.deleted',
      'deposit.paid',
      'messaging.message.sent',
    ] as const) {
      const sent = request('chat_format_3', url, type)
      expect(new URL(sent.url).searchParams.get('messageReplyOption')).toBe(
        'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
      )
      expect(new URL(sent.url).searchParams.get('token')).toBe('t=')
      expect(JSON.parse(sent.body)).toMatchObject({ thread: { threadKey: 'appointment-90211' } })
    }
  })

  test('other events stand alone, at the address as it was given', () => {
    for (const type of ['client.created', 'queue.entry.called', 'ping'] as const) {
      const sent = request('chat_format_3', url, type)
      expect(sent.url).toBe(url)
      expect(JSON.parse(sent.body)).not.toHaveProperty('thread')
    }
  })
})

test('Slack and Teams get one message per event at the address as it was given', () => {
  const url = 'https://hooks.slack.com/services/T0/B0/x?a=%20+'
  for (const format of ['chat_format_1', 'chat_format_4'] as const) {
    expect(request(format, url, 'appointment.cancelled', '987')).toMatchObject({
      method: 'POST',
      url,
      fallback: null,
    })
  }
})

describe('the check of a title template', () => {
  const check = (source: string) =>
    checkMessageTemplate(
      source,
      {
        event: sampleEvent('appointment.created', SAMPLE),
        organization: { name: 'Clínica', timezone: SAMPLE.timezone },
        showFullPersonalData: false,
        now: NOW,
        elapsedMs: threadStopwatch,
      },
      [{ type: 'appointment.created', changes: null }],
    )

  test('2000 characters, counted as people do', () => {
    expect(check('💜'.repeat(2000))).toEqual([])
    expect(check('💜'.repeat(2001))).toEqual([
      {
        field: 'message_template',
        code: 'too_long',
        message: 'The template is longer than 2000 characters.',
      },
    ])
    expect(check('x'.repeat(10_000))).toMatchObject([{ code: 'too_long' }])
  })

  test('the same language as custom templates, without secrets', () => {
    expect(
      check('{{ data.object.client.name }}: {{ data.object.start | date("d/m H:i") }}'),
    ).toEqual([])
    expect(check('{% set a = 1 %}')).toMatchObject([
      { field: 'message_template', code: 'template_forbidden' },
    ])
    expect(check('{{ id')).toMatchObject([{ code: 'template_syntax' }])
    expect(check("{{ secret_ref('a') }}")).toMatchObject([{ code: 'template_forbidden' }])
    expect(check('{{ data.object.services }}')).toMatchObject([{ code: 'template_result' }])
    expect(check('{{ data.object.cliente.name }}')).toEqual([
      {
        field: 'message_template',
        code: 'template_forbidden',
        message:
          'Line 1, column 15: there is no `data.object.cliente`; the nearest name is `data.object.client`',
      },
    ])
  })
})

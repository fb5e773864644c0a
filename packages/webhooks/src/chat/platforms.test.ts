import { EVENT_TYPE_NAMES, sampleEvent, type EventEnvelope } from '@scheduling/events'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'

import { CHAT_FORMATS, CHAT_PLATFORMS, type ChatFormat } from './chat-format.ts'
import { toDiscord } from './discord.ts'
import { toGoogleChat } from './google-chat.ts'
import { chatMessage, type ChatMessage, type ChatMessageOptions } from './message.ts'
import { cutText } from './one-line.ts'
import { DISCORD_EMBED_CHARACTERS, MESSAGE_BYTES, PLATFORM_SCHEMAS } from './platform-schemas.ts'
import { chatRequest } from './request.ts'
import { toSlack } from './slack.ts'
import { toTeams } from './teams.ts'
import { threadStopwatch } from '../template/stopwatch.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'
const SAMPLE = { organizationId: 1, timezone: TIMEZONE, now: NOW }
const URLS: Record<ChatFormat, string> = {
  chat_format_1: 'https://hooks.slack.com/services/T0/B0/abcd',
  chat_format_2: 'https://discord.com/api/webhooks/1/abcd',
  chat_format_3: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
  chat_format_4: 'https://prod.westeurope.logic.azure.com/workflows/abcd',
}
const options: ChatMessageOptions = {
  organization: { name: 'Clínica Bem-Estar', timezone: TIMEZONE, language: 'pt' },
  showFullPersonalData: false,
  messageTemplate: null,
  recordUrl: 'https://agenda.example.com/r/90211',
  now: NOW,
  elapsedMs: threadStopwatch,
}

const ajv = new Ajv({ allErrors: true, strict: false })
const validators = {
  slack: ajv.compile(PLATFORM_SCHEMAS.slack),
  discord: ajv.compile(PLATFORM_SCHEMAS.discord),
  google_chat: ajv.compile(PLATFORM_SCHEMAS.google_chat),
  teams: ajv.compile(PLATFORM_SCHEMAS.teams),
}

/** The payload as it is sent, proved against the platform's format. */
function payloadOf(format: ChatFormat, event: EventEnvelope, message: ChatMessage): string {
  const { body } = chatRequest(format, message, URLS[format], { event, originalMessageId: null })
  const validate = validators[CHAT_PLATFORMS[format]]
  const payload: unknown = JSON.parse(body)
  validate(payload)
  expect([event.type, validate.errors]).toEqual([event.type, null])
  expect(Buffer.byteLength(body)).toBeLessThan(MESSAGE_BYTES)
  return body
}

function embedCharacters(message: ChatMessage): number {
  return toDiscord(message).embeds.reduce(
    (total, { title, fields, footer }) =>
      total +
      title.length +
      footer.text.length +
      fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0),
    0,
  )
}

describe.each(CHAT_FORMATS)('%s', (format) => {
  test('every type, language and degree of data fits the format', () => {
    for (const type of EVENT_TYPE_NAMES) {
      for (const language of ['pt', 'en'] as const) {
        for (const showFullPersonalData of [true, false]) {
          const event = sampleEvent(type, SAMPLE)
          const organization = { ...options.organization, language }
          const message = chatMessage(event, { ...options, organization, showFullPersonalData })
          payloadOf(format, event, message)
        }
      }
    }
  })

  test('a message without button, without fields, with the longest texts', () => {
    const event = sampleEvent('appointment.rescheduled', SAMPLE)
    const bare = {
      title: 't',
      fields: [],
      button: null,
      text: 't',
      sender: 's',
      templateFault: null,
    }
    payloadOf(format, event, bare)
    for (const sign of ['x', '&', '*', '<', '\\', '"', '{', '~', 'ç', '漢', '💜', '\u200b']) {
      const long = (length: number) => sign.repeat(length).slice(0, length).toWellFormed()
      const fields = Array.from({ length: 9 }, () => ({ label: long(30), value: long(300) }))
      const button = { label: long(20), url: `https://agenda.example.com/${'r'.repeat(400)}` }
      const message = {
        ...bare,
        title: long(2000),
        fields,
        text: long(2602),
        sender: long(300),
        button,
      }
      payloadOf(format, event, message)
      expect(embedCharacters(message)).toBeLessThanOrEqual(DISCORD_EMBED_CHARACTERS)
    }
  })

  test.each([true, false])(
    'what is never in chat is in no message (full data: %s)',
    (showFullPersonalData) => {
      const never = [
        'cpf',
        'birth_date',
        'notes',
        'metadata',
        'text',
        'tracking_url',
        'payment_code',
        'payment_url',
        'payment_link',
        'meeting_url',
      ]
      const canaries = Object.fromEntries(
        never.map((field) => [
          field,
          field === 'metadata' ? { crm: `canary-${field}`, canary: 'x' } : `canary-${field}`,
        ]),
      )
      const messageTemplate = `{{ data.object | json }}{{ data.changes | json }}{{ context.actor | json }}{{ data.object.client | json }}${never.map((field) => `{{ data.object.${field} }}{{ data.object.client.${field} }}{{ data.changes.${field}.to }}`).join('')}`
      for (const type of EVENT_TYPE_NAMES) {
        const event = sampleEvent(type, SAMPLE)
        const nested = { ...canaries, id: 1, name: 'Ana', list: [canaries] }
        const hostile: EventEnvelope = {
          ...event,
          data: {
            ...event.data,
            object: { ...event.data.object, ...canaries, client: nested, deposit: nested },
            changes: Object.fromEntries(
              never.map((field) => [field, { from: canaries[field], to: canaries[field] }]),
            ),
          },
        }
        const message = chatMessage(hostile, { ...options, showFullPersonalData, messageTemplate })
        expect(message.templateFault).toBeNull()
        expect(payloadOf(format, hostile, message)).not.toContain('canary')
        expect(
          payloadOf(format, hostile, chatMessage(hostile, { ...options, showFullPersonalData })),
        ).not.toContain('canary')
      }
    },
  )

  test('reduced messages hold no middle name, whole telephone or e-mail address', () => {
    for (const type of EVENT_TYPE_NAMES) {
      const event = sampleEvent(type, SAMPLE)
      const acting: EventEnvelope = {
        ...event,
        context: {
          ...event.context,
          actor: { type: 'client', id: '7301', name: 'Mariana Alves de Souza' },
        },
      }
      for (const messageTemplate of [null, '{{ data | json }} {{ context | json }}']) {
        const body = payloadOf(format, acting, chatMessage(acting, { ...options, messageTemplate }))
        expect(body).not.toMatch(/Alves|98765|@example\.com/)
      }
    }
  })
})

const NAME =
  '<!channel> <@U1> &amp; *b* _i_ `c` [l](https://evil.example) <https://evil.example|x> @everyone {{DATE(2026,SHORT)}} ~s~ :smile:'

describe('escaping', () => {
  const message: ChatMessage = {
    title: NAME,
    fields: [{ label: 'Cliente', value: NAME }],
    button: null,
    text: NAME,
    sender: NAME,
    templateFault: null,
  }

  test('Slack: no markup of its own, no mention, no link', () => {
    const { text, blocks } = toSlack(message)
    const expected =
      '&lt;!channel&gt; &lt;@U1&gt; &amp;amp; *b* _i_ `c` [l](https://evil.example) &lt;https://evil.example|x&gt; @everyone {{DATE(2026,SHORT)}} ~s~ :smile:'
    expect(text).toBe(expected)
    expect(blocks[0]).toEqual({
      type: 'section',
      text: { type: 'mrkdwn', text: `*${expected}*`, verbatim: true },
    })
    expect(JSON.stringify(blocks)).not.toMatch(/[<>]/)
  })

  test('Discord: every sign of Markdown has its backslash, no one is mentioned', () => {
    const payload = toDiscord(message)
    expect(payload.content).toBe(
      '\\<!channel\\> \\<\\@U1\\> &amp; \\*b\\* \\_i\\_ \\`c\\` \\[l\\]\\(https\\://evil.example\\) \\<https\\://evil.example\\|x\\> \\@everyone {{DATE\\(2026,SHORT\\)}} \\~s\\~ \\:smile:',
    )
    expect(payload.allowed_mentions).toEqual({ parse: [] })
    for (const text of [
      '# title',
      '- item',
      '+ item',
      '1. item',
      '12) item',
      '> quote',
      '>>> quote',
      '-# small',
    ]) {
      expect(toDiscord({ ...message, text }).content).toMatch(/^\\[-#+>]|^\d+\\/)
    }
    expect(toDiscord({ ...message, text: 'sex., 27 de nov. de 2026, 09:00' }).content).toBe(
      'sex., 27 de nov. de 2026, 09:00',
    )
  })

  test('Google Chat: HTML in cards, broken markup in the text', () => {
    const payload = toGoogleChat(message, null)
    expect(payload.text).not.toMatch(/<[!@h]|\*b|_i|`c/)
    expect(payload.text).toContain('<\u200b!channel>')
    expect(JSON.stringify(payload.cardsV2)).not.toMatch(/[<>]/)
    expect(payload.cardsV2[0]?.card.sections?.[0]?.widgets[0]).toMatchObject({
      decoratedText: { text: expect.stringContaining('&lt;!channel&gt;') },
    })
  })

  test('Teams: no emphasis, no link, no date of the card', () => {
    const card = toTeams(message).attachments[0]?.content
    expect(card?.body[0]).toMatchObject({
      text: '<!channel> <@U1> &amp; \\*b\\* \\_i\\_ \\`c\\` \\[l\\](https://evil.example) <https://evil.example|x> @everyone {\u200b{DATE(2026,SHORT)}} ~s~ :smile:',
    })
    const braces = toTeams({ ...message, title: '{{{{x' }).attachments[0]?.content.body[0]
    expect(JSON.stringify(braces)).not.toContain('{{')
  })

  test('a cut never leaves half a character', () => {
    expect(cutText('ab💜💜', 6)).toBe('ab💜💜')
    expect(cutText('ab💜💜', 5)).toBe('ab💜…')
    expect(cutText('ab💜💜', 4)).toBe('ab…')
    expect(cutText('abc', 1)).toBe('…')
  })

  test('a cut never leaves half an escape', () => {
    const { blocks } = toSlack({ ...message, title: '&'.repeat(2000) })
    expect(JSON.stringify(blocks[0])).toMatch(/"\*(&amp;)+…\*"/)
    const { embeds } = toDiscord({ ...message, title: '*'.repeat(2000) })
    expect(embeds[0]?.title).toMatch(/^(\\\*)+…$/)
    expect(embeds[0]?.title.length).toBeGreaterThan(250)
  })
})

import { escapeEntities, fit } from './escape.ts'
import type { ChatMessage } from './message.ts'

const TEXT_CHARACTERS = 3000
const FIELD_CHARACTERS = 2000
const BUTTON_CHARACTERS = 75

/**
 * Blocks for channels, `text` for notices (docs.slack.dev: incoming webhooks, Block Kit). Escaped
 * are `&`, `<` and `>`; `verbatim` keeps Slack from making links and mentions of plain words.
 */
export function toSlack(message: ChatMessage) {
  const text = (most: number, value: string) => fit(value, most, escapeEntities)
  const markup = (value: string) => ({ type: 'mrkdwn', text: value, verbatim: true }) as const
  const title = {
    type: 'section',
    text: markup(`*${text(TEXT_CHARACTERS - 2, message.title)}*`),
  } as const
  const fields = message.fields.map(({ label, value }) =>
    markup(`*${text(100, label)}*\n${text(FIELD_CHARACTERS - 200, value)}`),
  )
  const data = fields.length === 0 ? [] : [{ type: 'section', fields } as const]
  const sender = {
    type: 'context',
    elements: [markup(text(FIELD_CHARACTERS, message.sender))],
  } as const
  const button =
    message.button === null
      ? []
      : [
          {
            type: 'actions',
            elements: [
              {
                type: 'button',
                action_id: 'open_record',
                text: {
                  type: 'plain_text',
                  text: text(BUTTON_CHARACTERS, message.button.label),
                  emoji: false,
                },
                url: message.button.url,
              },
            ],
          } as const,
        ]
  return { text: text(TEXT_CHARACTERS, message.text), blocks: [title, ...data, sender, ...button] }
}

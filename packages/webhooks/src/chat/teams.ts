import { escapeCardText, fit } from './escape.ts'
import type { ChatMessage } from './message.ts'
import { cutText } from './one-line.ts'

const TITLE_CHARACTERS = 1000
/** The whole message has at most 28 KB on this platform. */
const SUMMARY_CHARACTERS = 500
const VALUE_CHARACTERS = 1000

/**
 * An Adaptive Card in the message envelope that workflows take (learn.microsoft.com: Teams,
 * webhooks and workflows). Texts of a card are Markdown; `summary` and `fallbackText` are plain.
 */
export function toTeams(message: ChatMessage) {
  const text = (most: number, value: string) => fit(value, most, escapeCardText)
  const summary = cutText(message.text, SUMMARY_CHARACTERS)
  const facts = message.fields.map(({ label, value }) => ({
    title: text(VALUE_CHARACTERS, label),
    value: text(VALUE_CHARACTERS, value),
  }))
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: summary,
    body: [
      {
        type: 'TextBlock',
        text: text(TITLE_CHARACTERS, message.title),
        size: 'Medium',
        weight: 'Bolder',
        wrap: true,
      },
      ...(facts.length === 0 ? [] : [{ type: 'FactSet', facts }]),
      {
        type: 'TextBlock',
        text: text(VALUE_CHARACTERS, message.sender),
        size: 'Small',
        isSubtle: true,
        wrap: true,
      },
    ],
    actions:
      message.button === null
        ? []
        : [{ type: 'Action.OpenUrl', title: message.button.label, url: message.button.url }],
  }
  return {
    type: 'message',
    summary,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: card,
      },
    ],
  }
}

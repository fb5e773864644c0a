import { breakMarkup, escapeEntities, fit } from './escape.ts'
import type { ChatMessage } from './message.ts'
import { cutText } from './one-line.ts'

const TEXT_CHARACTERS = 4000
const TITLE_CHARACTERS = 200
const VALUE_CHARACTERS = 2000

/**
 * A card and the text above it (developers.google.com/workspace/chat: messages, cards v2). Messages
 * with the same `threadKey` stand in one thread. Values of a card are HTML; its header is plain.
 */
export function toGoogleChat(message: ChatMessage, threadKey: string | null) {
  const facts = message.fields.map(({ label, value }) => ({
    decoratedText: {
      topLabel: label,
      text: fit(value, VALUE_CHARACTERS, escapeEntities),
      wrapText: true,
    },
  }))
  const button =
    message.button === null
      ? []
      : [
          {
            buttonList: {
              buttons: [
                { text: message.button.label, onClick: { openLink: { url: message.button.url } } },
              ],
            },
          },
        ]
  const widgets = [...facts, ...button]
  return {
    text: fit(message.text, TEXT_CHARACTERS, breakMarkup),
    cardsV2: [
      {
        cardId: 'event',
        card: {
          header: {
            title: cutText(withoutAngles(message.title), TITLE_CHARACTERS),
            subtitle: cutText(withoutAngles(message.sender), TITLE_CHARACTERS),
          },
          ...(widgets.length === 0 ? {} : { sections: [{ widgets }] }),
        },
      },
    ],
    ...(threadKey === null ? {} : { thread: { threadKey } }),
  }
}

/** Should a client read HTML in a header after all, there is none. */
function withoutAngles(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›')
}

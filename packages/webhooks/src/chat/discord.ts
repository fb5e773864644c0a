import { escapeDiscord, fit } from './escape.ts'
import type { ChatMessage } from './message.ts'

const CONTENT_CHARACTERS = 2000
const TITLE_CHARACTERS = 256
const NAME_CHARACTERS = 100
/** The platform allows 1024, but 6000 in all of an embed. */
const VALUE_CHARACTERS = 450
const LABEL_CHARACTERS = 80
const BUTTON_URL_CHARACTERS = 512

const ACTION_ROW = 1
const BUTTON = 2
const LINK_STYLE = 5

/**
 * An embed with a link button (discord.com/developers: execute webhook). No user is mentioned,
 * whatever the texts say. `components` is always there: an edit must take the old button away.
 */
export function toDiscord(message: ChatMessage) {
  const text = (most: number, value: string) => fit(value, most, escapeDiscord)
  const buttons =
    message.button === null || message.button.url.length > BUTTON_URL_CHARACTERS
      ? []
      : [
          {
            type: ACTION_ROW,
            components: [
              {
                type: BUTTON,
                style: LINK_STYLE,
                label: message.button.label.slice(0, LABEL_CHARACTERS),
                url: message.button.url,
              },
            ],
          },
        ]
  return {
    content: text(CONTENT_CHARACTERS, message.text),
    embeds: [
      {
        title: text(TITLE_CHARACTERS, message.title),
        ...(message.button === null ? {} : { url: message.button.url }),
        fields: message.fields.map(({ label, value }) => ({
          name: text(NAME_CHARACTERS, label),
          value: text(VALUE_CHARACTERS, value),
          inline: true,
        })),
        footer: { text: message.sender },
      },
    ],
    components: buttons,
    allowed_mentions: { parse: [] },
  }
}

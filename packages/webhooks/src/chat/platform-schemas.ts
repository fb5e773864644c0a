/**
 * The payload formats of the four platforms as their public documentation gives them, as far as we
 * use them: names, types, required fields and limits of length. For tests; closed, so that a field
 * the platform does not know fails.
 */
const closed = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const list = (items: object, minItems: number, maxItems: number) => ({
  type: 'array',
  items,
  minItems,
  maxItems,
})
const address = (maxLength: number) => ({ ...text(maxLength), pattern: '^https://' })

const slackMarkup = (maxLength: number) =>
  closed({ type: { const: 'mrkdwn' }, text: text(maxLength), verbatim: { type: 'boolean' } }, [
    'type',
    'text',
  ])
const slackPlain = (maxLength: number) =>
  closed({ type: { const: 'plain_text' }, text: text(maxLength), emoji: { type: 'boolean' } }, [
    'type',
    'text',
  ])
const slackBlock = {
  oneOf: [
    {
      ...closed(
        {
          type: { const: 'section' },
          text: slackMarkup(3000),
          fields: list(slackMarkup(2000), 1, 10),
        },
        ['type'],
      ),
      anyOf: [{ required: ['text'] }, { required: ['fields'] }],
    },
    closed({ type: { const: 'context' }, elements: list(slackMarkup(3000), 1, 10) }),
    closed({
      type: { const: 'actions' },
      elements: list(
        closed({
          type: { const: 'button' },
          action_id: text(255),
          text: slackPlain(75),
          url: address(3000),
        }),
        1,
        25,
      ),
    }),
  ],
}

const discordEmbed = closed(
  {
    title: text(256),
    url: address(2048),
    fields: list(
      closed({ name: text(256), value: text(1024), inline: { type: 'boolean' } }),
      0,
      25,
    ),
    footer: closed({ text: text(2048) }),
  },
  ['title', 'fields', 'footer'],
)
const discordLinkRow = closed({
  type: { const: 1 },
  components: list(
    closed({ type: { const: 2 }, style: { const: 5 }, label: text(80), url: address(512) }),
    1,
    5,
  ),
})

const googleWidget = {
  oneOf: [
    closed({
      decoratedText: closed({
        topLabel: text(200),
        text: text(4000),
        wrapText: { type: 'boolean' },
      }),
    }),
    closed({
      buttonList: closed({
        buttons: list(
          closed({
            text: text(100),
            onClick: closed({ openLink: closed({ url: address(2000) }) }),
          }),
          1,
          10,
        ),
      }),
    }),
  ],
}

const teamsElement = {
  oneOf: [
    closed(
      {
        type: { const: 'TextBlock' },
        text: text(5000),
        size: { enum: ['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'] },
        weight: { enum: ['Default', 'Lighter', 'Bolder'] },
        isSubtle: { type: 'boolean' },
        wrap: { type: 'boolean' },
      },
      ['type', 'text'],
    ),
    closed({
      type: { const: 'FactSet' },
      facts: list(closed({ title: text(1000), value: text(1000) }), 1, 30),
    }),
  ],
}

export const PLATFORM_SCHEMAS = {
  slack: closed({ text: text(40_000), blocks: list(slackBlock, 1, 50) }),
  discord: closed({
    content: text(2000),
    embeds: list(discordEmbed, 1, 10),
    components: list(discordLinkRow, 0, 5),
    allowed_mentions: closed({ parse: { const: [] } }),
  }),
  google_chat: closed(
    {
      text: text(4096),
      cardsV2: list(
        closed({
          cardId: text(64),
          card: closed(
            {
              header: closed({ title: text(200), subtitle: text(200) }),
              sections: list(closed({ widgets: list(googleWidget, 1, 100) }), 1, 10),
            },
            ['header'],
          ),
        }),
        1,
        1,
      ),
      thread: closed({ threadKey: { ...text(4000), pattern: '^appointment-\\d+$' } }),
    },
    ['text', 'cardsV2'],
  ),
  teams: closed({
    type: { const: 'message' },
    summary: text(4000),
    attachments: list(
      closed({
        contentType: { const: 'application/vnd.microsoft.card.adaptive' },
        contentUrl: { const: null },
        content: closed({
          $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
          type: { const: 'AdaptiveCard' },
          version: { enum: ['1.2', '1.3', '1.4', '1.5'] },
          fallbackText: text(4000),
          body: list(teamsElement, 1, 50),
          actions: list(
            closed({ type: { const: 'Action.OpenUrl' }, title: text(200), url: address(2000) }),
            0,
            6,
          ),
        }),
      }),
      1,
      1,
    ),
  }),
} as const
/** All of an embed's texts together, which a schema can't add up. */
export const DISCORD_EMBED_CHARACTERS = 6000
/** Bytes of a message: Google Chat 32,000, Teams 28 KB. */
export const MESSAGE_BYTES = 28_000

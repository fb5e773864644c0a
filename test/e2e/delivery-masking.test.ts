import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { pretendInternet, type PretendInternet } from '../support/pretend-internet.ts'
import { createdWebhook, plainRows } from '../support/webhooks.ts'

const CRM = 'crm.example.com'
const GOOGLE = 'chat.googleapis.com'
const DISCORD = 'discord.com'
const SLACK_HOST = 'hooks.slack.com'
const TEAMS = 'flows.example.com'

let api: TestApi
let internet: PretendInternet
let organization: TestOrganization

beforeAll(async () => {
  api = await startTestApi()
  internet = await pretendInternet(api, [CRM, GOOGLE, DISCORD, SLACK_HOST, TEAMS])
  organization = await api.organization()
})
afterAll(async () => {
  await internet.close()
  await api.close()
})

/** What the history shows of an answer that repeats all of this, a line each. */
async function shown(
  webhook: { readonly id: string },
  host: string,
  repeated: readonly string[],
): Promise<string[]> {
  internet.answer(host, () => ({ status: 200, body: repeated.join('\n') }))
  const { body } = await api.call('POST', `/v1/webhooks/${webhook.id}/test`, {
    key: organization.key,
  })
  expect(body.status).toBe('SUCCEEDED')
  return body.response_body.split('\n')
}

const encodings = (secret: string) => [
  Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
  Buffer.from(`x-${secret}-y`).toString('base64'),
  Buffer.from(secret).toString('hex').toUpperCase(),
]

describe('The history of deliveries covers', () => {
  it('the signing secret, and the one before it while it still signs', async () => {
    const webhook = await createdWebhook(api, organization, { url: `https://${CRM}/in` })
    const { body: rotated } = await api.call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`, {
      key: organization.key,
    })
    for (const secret of [rotated.secret, webhook.secret]) {
      const bare = secret.slice('whsec_'.length)
      const said = [secret, JSON.stringify({ secret }), bare, secret.toUpperCase(), 'cut whs']
      expect(await shown(webhook, CRM, said)).toEqual([
        '***',
        '{"secret":"***"}',
        '***',
        '***',
        'cut whs',
      ])
      for (const encoded of encodings(secret)) {
        expect(await shown(webhook, CRM, ['ok', encoded])).toEqual(['***'])
      }
    }
    const rows = await plainRows(api)
    expect(rows).not.toContain(webhook.secret.slice(6))
    expect(rows).not.toContain(rotated.secret.slice(6))
  })

  it.each<[string, string, string, readonly string[]]>([
    [
      'google_chat',
      GOOGLE,
      `https://${GOOGLE}/v1/spaces/AAAA/messages?key=key-abcdefgh&token=token-ijklmnop`,
      [
        'key-abcdefgh',
        'token-ijklmnop',
        '/v1/spaces/AAAA/messages?key=key-abcdefgh&token=token-ijklmnop',
      ],
    ],
    [
      'discord',
      DISCORD,
      `https://${DISCORD}/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOp-_token`,
      ['AbCdEfGhIjKlMnOp-_token', '/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOp-_token'],
    ],
    [
      'slack',
      SLACK_HOST,
      `https://${SLACK_HOST}/services/T0001/B0001/AbCdEfGhIjKl9Zq`,
      ['AbCdEfGhIjKl9Zq', '/services/T0001/B0001/AbCdEfGhIjKl9Zq'],
    ],
    [
      'teams',
      TEAMS,
      `https://${TEAMS}/triggers/manual?sig=signature-of-the-flow`,
      ['signature-of-the-flow', '/triggers/manual?sig=signature-of-the-flow'],
    ],
  ])('the parts of the address of a %s channel', async (format, host, url, parts) => {
    const webhook = await createdWebhook(api, organization, { url, format })
    const said = [url, ...parts]
    expect(await shown(webhook, host, said)).toEqual(said.map(() => '***'))
    for (const part of parts) {
      for (const encoded of encodings(part)) {
        expect(await shown(webhook, host, ['ok', encoded])).toEqual(['***'])
      }
    }
    expect(await plainRows(api)).not.toContain(parts[0])
  })

  it('parts of an address from eight characters on', async () => {
    const url = `https://${TEAMS}/triggers/manual?sig=Sig8Char&api=Short7x`
    const webhook = await createdWebhook(api, organization, { url, format: 'teams' })
    expect(await shown(webhook, TEAMS, ['Sig8Char', 'Short7x'])).toEqual(['***', 'Short7x'])
  })

  it('what credentials in a header decode to', async () => {
    const pair = Buffer.from('crm:open sesame').toString('base64')
    const webhook = await createdWebhook(api, organization, {
      url: `https://${CRM}/in`,
      headers: { Authorization: `Basic ${pair}`, 'X-Api-Key': 'key-of-the-crm' },
    })
    const repeated = [
      `Basic ${pair}`,
      pair,
      'crm:open sesame',
      'open sesame',
      'KEY-OF-THE-CRM',
      'crm',
    ]
    expect(await shown(webhook, CRM, repeated)).toEqual(['***', '***', '***', '***', '***', 'crm'])
  })
})

/** What the recipient of an e-mail does with its `List-Unsubscribe` link. The link stands in that e-mail only. */
import { findRow, upsertRow, requireRow, tables, type Organization } from '@scheduling/database'
import { z } from 'zod'
import { refuseFor } from '../account/attempts.ts'
import { workOf } from '../change/system-work.ts'
import type { Browser, Service } from '../context.ts'
import { LANGUAGES } from '../ground/language.ts'
import { unsubscribedMessage } from '../links/unsubscribe-link.ts'
import { procedure } from '../procedure/define.ts'
import { countingGuesses, LinkToken } from './links.ts'
import { toVisitedOrganization, VisitedOrganization } from './offer.ts'
import { countRead } from './visit.ts'
import { contactAt } from '../messaging/contact.ts'

const WithToken = z.object({ token: LinkToken })
const Wanted = WithToken.extend({ subscribed: z.boolean() })

const Subscription = z.object({
  /** False: what visitors cause, and reminders, are no longer sent to this address. */
  subscribed: z.boolean(),
  /** Of the message. Null: the organization's. */
  language: z.enum(LANGUAGES).nullable(),
  organization: VisitedOrganization,
})

type Opened = {
  readonly messageId: string
  readonly clientId: number
  readonly address: string
  readonly language: string | null
  readonly organization: Organization
}

/** Public: whether the address of an e-mail gets more. */
export const getSubscription = procedure({
  caller: 'visitor',
  kind: 'read',
  input: WithToken,
  output: Subscription,
  async run({ service, browser }, input) {
    await countRead(browser)
    return view(service, await open(service, browser, input.token))
  },
})

/** Public: stops e-mails to the address of an e-mail, or takes that back. Said again, it changes nothing. */
export const setSubscription = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Wanted,
  output: Subscription,
  emits: { ok: [] },
  notes: ['messaging_contact.unsubscribed'],
  async run({ service, browser, requestId, procedure: name, declaredOf }, input) {
    const opened = await open(service, browser, input.token)
    const { organization, messageId, clientId, address } = opened
    refuseFor(
      await browser.attempts.count('public change', `${name} ${messageId}`),
      'This was changed too often.',
    )
    const actorOf = () => ({ type: 'client', id: String(clientId), name: null }) as const
    const initiator = {
      actorOf,
      source: 'public_booking',
      requestId,
      declared: declaredOf('ok'),
    } as const
    await workOf(service, organization, initiator, async (work) => {
      const key = { organizationId: organization.id, channel: 'email', address }
      const before = (await contactAt(work, 'email', address))?.unsubscribedAt == null
      const { subscribed: after } = input
      if (before === after) return
      const unsubscribedAt = after ? null : new Date(work.realNow())
      await upsertRow(work.tx, tables.messagingContact, key, { unsubscribedAt })
      const changes = { subscribed: { from: before, to: after } }
      work.note({ action: 'messaging_contact.unsubscribed', id: clientId, changes, clientId })
    })
    return view(service, opened)
  },
})

/** @throws `404 not_found`, `429 rate_limited` */
function open(
  service: Service,
  browser: Pick<Browser, 'attempts' | 'address'>,
  token: string,
): Promise<Opened> {
  return countingGuesses(browser, async () => {
    const messageId = unsubscribedMessage(service, token)
    if (messageId === null) return null
    const row = await findRow(service.db, tables.message, { id: messageId })
    if (row === null || row.channel !== 'email') return null
    const { address, clientId, language, organizationId: id } = row
    if (address === null || clientId === null) return null
    const organization = await requireRow(service.db, tables.organization, { id })
    return { messageId, clientId, address, language, organization }
  })
}

async function view(
  service: Service,
  { organization, address, language }: Opened,
): Promise<z.input<typeof Subscription>> {
  const contact = await contactAt({ tx: service.db, organization }, 'email', address)
  return {
    subscribed: contact?.unsubscribedAt == null,
    language: LANGUAGES.find((one) => one === language) ?? null,
    organization: toVisitedOrganization({ organization }),
  }
}

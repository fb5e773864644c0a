import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { WebhookId } from './inputs.ts'
import { tool } from './tool.ts'
import { instantAt, TimeInput, When, whenOf } from './when.ts'

const Failing = z.object({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string(),
  is_active: z.boolean(),
  failing_since: When.nullable(),
  switched_off_because: z.string().nullable(),
})

export const listFailingWebhooks = tool({
  name: 'list_failing_webhooks',
  title: 'Failing webhooks',
  description:
    'Webhooks whose endpoint fails now, or that are switched off. `switch_on_webhook`, then `recover_webhook` for what they missed.',
  uses: ['webhooks.list'],
  input: z.object({}),
  output: z.object({ webhooks: z.array(Failing) }),
  async run({ context, use }) {
    const { data } = await use('webhooks.list', { limit: LIMITS.webhooksPerOrganization })
    const webhooks = data
      .filter((one) => one.failing_since !== null || one.disabled_reason !== null)
      .map((one) => ({
        id: one.id,
        name: one.name,
        url: one.url,
        is_active: one.active,
        failing_since: one.failing_since === null ? null : whenOf(context, one.failing_since),
        switched_off_because: one.disabled_reason,
      }))
    const lines = webhooks.map((one) => {
      const since = one.failing_since === null ? '' : `, fails since ${one.failing_since.words}`
      const off = one.is_active ? '' : ', switched off'
      return `${one.id} (${one.name ?? 'no name'}): ${one.url}${since}${off}`
    })
    return { text: lines.join('\n') || 'None fails.', result: { webhooks } }
  },
})

export const recoverWebhook = tool({
  name: 'recover_webhook',
  title: 'Recover a webhook',
  description:
    'Sends a webhook what it failed to get since a time. Ask whether its endpoint works again first. Nothing is sent twice.',
  uses: ['webhooks.recover'],
  input: z.object({
    webhook_id: WebhookId,
    since: TimeInput,
    position: z.int().min(0).optional().meta({
      description: 'Of the answer before, if it was not done.',
    }),
  }),
  output: z.object({ queued: z.int(), position: z.int(), is_done: z.boolean() }),
  async run({ context, use }, { since, ...input }) {
    const answer = await use('webhooks.recover', {
      ...input,
      since: instantAt(context, 'since', since),
    })
    const { queued, position, is_done } = answer
    const more = is_done
      ? 'That is all.'
      : `There is more: call again with \`position\` ${position} and a new request_id.`
    return {
      text: `${queued} events are sent again. ${more}`,
      result: { queued, position, is_done },
    }
  },
})

export const switchOnWebhook = tool({
  name: 'switch_on_webhook',
  title: 'Switch a webhook on',
  description: 'Switches a webhook on again, once its endpoint works.',
  uses: ['webhooks.update'],
  input: z.object({ webhook_id: WebhookId }),
  output: z.object({ id: z.string(), is_active: z.boolean() }),
  async run({ use }, { webhook_id }) {
    const { id, active } = await use('webhooks.update', { webhook_id, active: true })
    const text = `Webhook ${id} is on. It gets what happens from now on; recover_webhook sends what it missed.`
    return { text, result: { id, is_active: active } }
  },
})

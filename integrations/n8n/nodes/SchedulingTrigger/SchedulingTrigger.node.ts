import {
  NodeApiError,
  NodeConnectionTypes,
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
} from 'n8n-workflow'
import { getEventTypes } from '../shared/loadOptions'
import { request, statusOf } from '../shared/request'
import { isSigned } from './signature'

type Webhook = { id: string; events: string[]; active: boolean }

/** What the node remembers of the webhook that it created. */
type Remembered = { webhookId?: string; secret?: string }

export class SchedulingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Scheduling Trigger',
    name: 'schedulingTrigger',
    icon: {
      light: 'file:../../icons/scheduling.svg',
      dark: 'file:../../icons/scheduling.dark.svg',
    },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in the clinic',
    defaults: { name: 'Scheduling Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'schedulingApi', required: true }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: [
      {
        displayName: 'Event Names or IDs',
        name: 'events',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getEventTypes' },
        required: true,
        default: [],
        description:
          'The events that start the workflow. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
      {
        displayName: 'Send a Sample in Tests',
        name: 'sendSample',
        type: 'boolean',
        default: true,
        description:
          'Whether the service sends a made-up event of the first type when you listen for a test event',
      },
    ],
  }

  methods = { loadOptions: { getEventTypes } }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const remembered = this.getWorkflowStaticData('node') as Remembered
        const { data } = (await request.call(this, 'GET', '/v1/webhooks', {
          qs: { url: this.getNodeWebhookUrl('default') },
        })) as { data: Webhook[] }
        const ours = data.find(
          ({ id, active }) =>
            active && id === remembered.webhookId && remembered.secret !== undefined,
        )
        // The address is this node's alone: a webhook that was switched off, or whose secret is lost, is of no use.
        for (const { id } of data) if (id !== ours?.id) await remove.call(this, id)
        if (ours === undefined) return false

        const events = eventsOf.call(this)
        if (!haveSame(ours.events, events)) {
          await request.call(this, 'PATCH', `/v1/webhooks/${ours.id}`, { body: { events } })
        }
        return true
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const events = eventsOf.call(this)
        const { id, secret } = (await request.call(this, 'POST', '/v1/webhooks', {
          body: {
            url: this.getNodeWebhookUrl('default'),
            events,
            name: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id}`.slice(0, 100),
          },
        })) as { id: string; secret: string }
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret })
        if (this.getActivationMode() === 'manual' && this.getNodeParameter('sendSample')) {
          await request.call(this, 'POST', `/v1/webhooks/${id}/test`, {
            body: { event_type: events[0] },
          })
        }
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const remembered = this.getWorkflowStaticData('node') as Remembered
        if (remembered.webhookId !== undefined) await remove.call(this, remembered.webhookId)
        delete remembered.webhookId
        delete remembered.secret
        return true
      },
    },
  }

  /** Starts the workflow with the event; without a good signature it answers 401 and starts nothing. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Remembered
    const received = this.getRequestObject() as unknown as {
      rawBody?: Buffer
      readRawBody?: () => Promise<void>
    }
    if (received.rawBody === undefined) await received.readRawBody?.()
    const { rawBody } = received
    const now = Math.floor(Date.now() / 1000)
    if (
      secret === undefined ||
      rawBody === undefined ||
      !isSigned(this.getHeaderData(), rawBody, secret, now)
    ) {
      this.getResponseObject().status(401).json({ message: 'The signature is missing or wrong.' })
      return { noWebhookResponse: true }
    }
    const event = JSON.parse(rawBody.toString('utf8')) as IDataObject
    return { workflowData: [this.helpers.returnJsonArray(event)] }
  }
}

function eventsOf(this: IHookFunctions): string[] {
  return this.getNodeParameter('events') as string[]
}

function haveSame(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)]
  return left.size === right.size && a.every((one) => right.has(one))
}

/** A webhook that is gone already counts as removed. */
async function remove(this: IHookFunctions, id: string): Promise<void> {
  try {
    await request.call(this, 'DELETE', `/v1/webhooks/${id}`)
  } catch (error) {
    if (statusOf(error) !== 404) throw new NodeApiError(this.getNode(), error as JsonObject)
  }
}

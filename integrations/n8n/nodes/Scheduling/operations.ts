import type { IDisplayOptions, INodePropertyRouting } from 'n8n-workflow'
import { sendIdempotencyKey } from './idempotency'

/** Operations that send a POST, over all resources. */
export const POSTS = [
  'create',
  'confirm',
  'cancel',
  'reschedule',
  'arrive',
  'start',
  'complete',
  'noShow',
  'call',
  'skip',
]

export const shownFor = (resource: string, operation: string[]): IDisplayOptions => ({
  show: { resource: [resource], operation },
})

/** The path of one record, whose id is a parameter of the node. */
export const pathOf = (collection: string, parameter: string, action = ''): string =>
  `=/v1/${collection}/{{ encodeURIComponent($parameter["${parameter}"]) }}${action}`

export const getting = (url: string): INodePropertyRouting => ({ request: { method: 'GET', url } })

/** An item for each record of a list; the parameters `returnAll` and `limit` say how many. */
export const listing = (url: string): INodePropertyRouting => ({
  request: { method: 'GET', url },
  output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] },
})

export const posting = (url: string): INodePropertyRouting => ({
  request: { method: 'POST', url },
  send: { preSend: [sendIdempotencyKey] },
})

export const patching = (url: string): INodePropertyRouting => ({
  request: { method: 'PATCH', url },
})

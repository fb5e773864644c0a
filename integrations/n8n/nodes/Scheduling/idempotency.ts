import { createHash, randomUUID } from 'node:crypto'
import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow'

/**
 * Sends an Idempotency-Key with a POST: the key of the node's options, or one made of what n8n repeats when it tries a
 * node again. A retry within an execution is then answered with what the first attempt did; another item, another turn
 * of a loop and another execution have other keys.
 */
export async function sendIdempotencyKey(
  this: IExecuteSingleFunctions,
  options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const chosen = this.getNodeParameter('options.idempotencyKey', '') as string | number
  const key = chosen === '' ? keyOfAttempt.call(this) : String(chosen)
  return { ...options, headers: { ...options.headers, 'Idempotency-Key': key } }
}

function keyOfAttempt(this: IExecuteSingleFunctions): string {
  const execution = this.getExecutionId() as string | undefined
  if (execution === undefined) return `n8n-${randomUUID()}`
  const itemIndex = this.getItemIndex()
  const parts = [
    this.getInstanceId(),
    this.getWorkflow().id,
    execution,
    this.getNode().id,
    this.evaluateExpression('{{ $runIndex }}', itemIndex),
    itemIndex,
  ]
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

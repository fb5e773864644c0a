import {
  NodeApiError,
  type IExecuteSingleFunctions,
  type IN8nHttpFullResponse,
  type INodeExecutionData,
  type JsonObject,
} from 'n8n-workflow'

/** A refused request, as the API answers it (RFC 9457). */
type Problem = {
  title?: string
  detail?: string
  code?: string
  request_id?: string
  errors?: { field?: string; code?: string; message?: string }[]
}

/** Passes an answer on, or fails with the reason, the code and each field of the problem. */
export async function refuseProblem(
  this: IExecuteSingleFunctions,
  items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  if (response.statusCode < 400) return items

  const problem: Problem =
    typeof response.body === 'object' && response.body !== null ? (response.body as Problem) : {}
  const { title, detail, code, request_id: requestId, errors = [] } = problem
  const description = [
    code && `Code: ${code}`,
    ...errors.map(({ field, code, message }) => `Field ${field}: ${message} (${code})`),
    requestId && `Request: ${requestId}`,
  ]
  throw new NodeApiError(this.getNode(), problem as JsonObject, {
    message: detail ?? title ?? `The service answered ${response.statusCode}`,
    description: description.filter(Boolean).join('\n'),
    httpCode: String(response.statusCode),
    itemIndex: this.getItemIndex(),
  })
}

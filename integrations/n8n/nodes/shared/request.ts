import type {
  IDataObject,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
} from 'n8n-workflow'

export const CREDENTIAL = 'schedulingApi'

/** The base URL of the credentials, with or without a slash at its end. */
export const BASE_URL = '={{$credentials.baseUrl.replace(/[/]+$/, "")}}'

/**
 * A call outside the action node, with the credentials of the node.
 *
 * @returns the parsed answer
 * @throws what n8n makes of a status that is no success; it has `httpCode` or `response.status`
 */
export async function request(
  this: IHookFunctions | ILoadOptionsFunctions,
  method: IHttpRequestMethods,
  path: string,
  { qs, body }: { qs?: IDataObject; body?: IDataObject } = {},
) {
  const { baseUrl } = await this.getCredentials<{ baseUrl: string }>(CREDENTIAL)
  return await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
    method,
    url: `${baseUrl.replace(/\/+$/, '')}${path}`,
    qs,
    body,
    json: true,
  })
}

/** Which status a failed call was answered with; undefined without an answer. */
export function statusOf(error: {
  httpCode?: string | null
  response?: { status?: number }
}): number | undefined {
  return error.response?.status ?? (error.httpCode ? Number(error.httpCode) : undefined)
}

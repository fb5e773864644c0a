import { PROBLEMS, type Problem } from '@scheduling/core'
import type { ServerResponse } from 'node:http'
import { dropRest } from './body.ts'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { IdentifiedRequest } from './request-id.ts'
import { sendAnswer } from './send-answer.ts'

/**
 * Sends a refusal, with the headers that belong to its code. The rest of the request is read first: a connection
 * that is closed with bytes unread is reset, and the client loses the answer with it.
 */
export async function sendProblem(
  request: IdentifiedRequest,
  response: ServerResponse,
  problem: Problem,
  publicBaseUrl: string,
): Promise<void> {
  if (problem.retryAfterSeconds !== null) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
  if (problem.code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer')
  response.setHeader('Cache-Control', 'no-store')
  await dropRest(request)
  await sendAnswer(request, response, {
    status: PROBLEMS[problem.code].status,
    contentType: PROBLEM_TYPE,
    body: problemBody(problem, request.requestId, publicBaseUrl),
  })
}

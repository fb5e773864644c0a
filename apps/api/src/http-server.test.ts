import express from 'express'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { classesFor, createHttpServer } from './http-server.ts'

it('Express finds its own prototypes on a request and its response, and changes neither', async () => {
  const app = express()
  const seen: unknown[] = []
  app.use((request, response) => {
    seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response))
    response.json({ path: request.path, isNodes: request instanceof IncomingMessage })
  })
  const server = createHttpServer({
    classes: classesFor(app),
    answer(request, response) {
      seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response))
      expect(response).toBeInstanceOf(ServerResponse)
      app(request, response)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/docs?page=2`)
  expect(await answer.json()).toEqual({ path: '/docs', isNodes: true })
  expect(seen.slice(2)).toEqual(seen.slice(0, 2))
  expect(seen[2]).toBe(seen[0])
  expect(seen[3]).toBe(seen[1])
  server.close()
})

it('keeps an idle connection for longer than proxies keep theirs', async () => {
  const classes = classesFor(express())
  const server = createHttpServer({ classes, answer: (_request, response) => void response.end() })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=65')
  server.close()
})

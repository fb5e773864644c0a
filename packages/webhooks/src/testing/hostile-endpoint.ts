import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { certificateFor, HOST } from './pretend-internet.ts'

/**
 * For tests: an endpoint in a thread of its own, so that what it costs to send is not counted as what it costs to
 * receive. It answers each request with the given texts, byte for byte.
 */
const SERVER = `
  const { parentPort, workerData } = require('node:worker_threads')
  let answer = []
  const server = require('node:tls').createServer(workerData, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (!bytes.includes('POST ')) return
      for (const { text, times } of answer) socket.write(text.repeat(times))
    })
  })
  parentPort.on('message', (texts) => { answer = texts; parentPort.postMessage('ready') })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

/** A text that is sent so many times; once unless it is said. */
export type Part = string | readonly [text: string, times: number]

export async function hostileEndpoint() {
  const certificate = await certificateFor([HOST])
  const workerData = { key: certificate.private, cert: certificate.cert }
  const worker = new Worker(SERVER, { eval: true, workerData })
  const [port]: unknown[] = await once(worker, 'message')
  return {
    url: `https://${HOST}:${String(port)}/hook`,
    certificate: certificate.cert,
    answerWith: async (parts: readonly Part[]): Promise<void> => {
      const texts = parts.map((part) =>
        typeof part === 'string' ? { text: part, times: 1 } : { text: part[0], times: part[1] },
      )
      worker.postMessage(texts, [])
      await once(worker, 'message')
    },
    close: () => worker.terminate(),
  }
}

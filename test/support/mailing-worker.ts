import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll } from 'vitest'
import type { TestApi } from './api.ts'
import { startMailServer, type DeliveredMail, type MailServer } from './mail-server.ts'
import { workerBeside } from './worker.ts'

/** A worker that sends to a mail server of its own, for all tests of a file. */
export function useMailingWorker(api: TestApi): { readonly mails: readonly DeliveredMail[] } {
  let server: MailServer
  let worker: RunningWorker
  beforeAll(async () => {
    server = await startMailServer()
    worker = await workerBeside(api, { smtpUrl: server.url })
  })
  afterAll(async () => {
    await worker.stop()
    await server.close()
  })
  return {
    get mails() {
      return server.mails
    },
  }
}

/** The WhatsApp Cloud API, played by msw: it takes what its reference allows, and sends signed notices. */
import { createHmac, randomInt } from 'node:crypto'
import { http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { z } from 'zod'
import type { TestApi, TestOrganization } from './api.ts'
import type { Service } from '@scheduling/core'
import { signIn } from './dashboard.ts'

export const APP_SECRET = 'app-secret-of-the-test'
export const ACCESS_TOKEN = 'EAAtesttoken'

const Text = z.object({
  type: z.literal('text'),
  text: z.object({ body: z.string().min(1).max(4096), preview_url: z.boolean() }),
})
const Interactive = z.object({
  type: z.literal('interactive'),
  interactive: z.object({
    type: z.literal('button'),
    body: z.object({ text: z.string().min(1).max(1024) }),
    action: z.object({
      buttons: z
        .array(
          z.object({
            type: z.literal('reply'),
            reply: z.object({ id: z.string().max(256), title: z.string().min(1).max(20) }),
          }),
        )
        .min(1)
        .max(3),
    }),
  }),
})
const Template = z.object({
  type: z.literal('template'),
  template: z.object({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/),
    language: z.object({ code: z.enum(['pt_BR', 'en']) }),
    components: z.array(
      z.object({
        type: z.enum(['body', 'button']),
        parameters: z.array(
          z.object({
            type: z.enum(['text', 'payload']),
            text: z
              .string()
              .min(1)
              .regex(/^[^\n\t]*$/)
              .optional(),
            payload: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
})
const Sent = z.intersection(
  z.object({
    messaging_product: z.literal('whatsapp'),
    recipient_type: z.literal('individual'),
    to: z.string().regex(/^\d{8,15}$/),
    biz_opaque_callback_data: z.string().max(512),
  }),
  z.discriminatedUnion('type', [Text, Interactive, Template]),
)
export type SentToPlatform = z.output<typeof Sent> & { readonly id: string }

export type Platform = {
  /** What it took, in order. */
  readonly sent: readonly SentToPlatform[]
  /** Instead of its own answer it gives this one, so many times. */
  answer(response: () => Response | Promise<Response>, times?: number): void
  close(): void
}

let ids = 0
export const newWamid = (): string => `wamid.HBgMTEST${(ids += 1)}`

export function playWhatsapp(): Platform {
  const sent: SentToPlatform[] = []
  const answers: { response: () => Response | Promise<Response>; times: number }[] = []
  const server = setupServer(
    // The service under test is on this machine.
    http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough()),
    http.post('https://graph.facebook.com/:version/:number/messages', async ({ request }) => {
      const [next] = answers
      if (next !== undefined) {
        next.times -= 1
        if (next.times <= 0) answers.shift()
        return next.response() as Promise<HttpResponse<null>>
      }
      if (request.headers.get('authorization') !== `Bearer ${ACCESS_TOKEN}`) {
        return HttpResponse.json(
          { error: { code: 190, message: 'Invalid token' } },
          { status: 401 },
        )
      }
      const read = Sent.safeParse(await request.json())
      if (!read.success) {
        const message = z.prettifyError(read.error)
        return HttpResponse.json({ error: { code: 100, message } }, { status: 400 })
      }
      const id = newWamid()
      sent.push({ ...read.data, id })
      return HttpResponse.json({ messaging_product: 'whatsapp', messages: [{ id }] })
    }),
  )
  server.listen()
  return {
    sent,
    answer: (response, times = 1) => answers.push({ response, times }),
    close: () => server.close(),
  }
}

/** Of the service. Give it to the API under test. */
export const CENTRAL_NUMBER: NonNullable<Service['centralNumber']> = {
  phone: '+551130001000',
  phoneNumberId: '998877665544',
  accessToken: ACCESS_TOKEN,
  appSecret: APP_SECRET,
  verifyToken: 'verify-token-of-the-test',
}

export type PlayedNumber = {
  /** Posts a notice as the platform does. */
  notify(value: object, signature?: (body: string) => string): Promise<Response>
  /** A client writes; the platform tells of it. */
  write(from: string, text: string, more?: object): Promise<string>
}

export type ConnectedNumber = PlayedNumber & {
  readonly hookUrl: string
  readonly verifyToken: string
  readonly phoneNumberId: string
}

/** The owner connects the organization's own number. */
export async function connectNumber(
  api: TestApi,
  organization: TestOrganization,
): Promise<ConnectedNumber> {
  const owner = await signIn(api, organization)
  const phoneNumberId = String(randomInt(1e9, 1e12))
  const { body, problem } = await owner.mutate('messaging.connect', {
    phone: '+55 11 3333-4444',
    phone_number_id: phoneNumberId,
    access_token: ACCESS_TOKEN,
    app_secret: APP_SECRET,
  })
  if (problem !== undefined) throw new Error(JSON.stringify(problem))
  const hookUrl = String(body.hook_url).replace(api.service.publicBaseUrl, api.url)
  const verifyToken = body.verify_token
  return { hookUrl, verifyToken, phoneNumberId, ...played(hookUrl, phoneNumberId) }
}

/** What is written to the number of the service. */
export function centralNumber(api: TestApi): PlayedNumber {
  return played(`${api.url}/messaging/whatsapp/central`, CENTRAL_NUMBER.phoneNumberId)
}

function played(hookUrl: string, phoneNumberId: string): PlayedNumber {
  const notify: PlayedNumber['notify'] = (value, signature = signed) => {
    const notice = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'messages',
              value: { metadata: { phone_number_id: phoneNumberId }, ...value },
            },
          ],
        },
      ],
    })
    return fetch(hookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature(notice) },
      body: notice,
    })
  }
  return {
    notify,
    async write(from, text, more = {}) {
      const id = newWamid()
      const reply = await notify({ messages: [textMessage(from, text, { id, ...more })] })
      if (reply.status !== 200) throw new Error(await reply.text())
      return id
    },
  }
}

export function signed(body: string): string {
  return `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`
}

/** As the platform tells of a text. @param from E.164 */
export function textMessage(from: string, text: string, more: object = {}): object {
  return {
    id: newWamid(),
    from: from.replace('+', ''),
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: text },
    ...more,
  }
}

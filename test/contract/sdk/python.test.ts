/** The SDK for Python: its runtime, and one program that prints the same as with the SDK for TypeScript. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { isSchedulingError, Scheduling, unwrapWebhook } from '@scheduling/sdk'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openGateway } from '../../support/gateway.ts'
import { program } from '../../support/programs.ts'
import { openEndpoint } from '../../support/webhooks.ts'

const run = promisify(execFile)
const PACKAGE = path.resolve(import.meta.dirname, '../../../packages/sdk-python')
const python = program('python3')

const api = useSharedApi({ now: Date.now() })

type Delivery = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

const PROGRAM = `
import json, os
from scheduling import Scheduling, SchedulingError, unwrap_webhook

api = Scheduling()
made = api.clients.create(first_name="Rui", phone="+5511987650000")
print(made["object"], made["first_name"], len(api.clients.list(phone="+5511987650000").data))
for name in ["Ana", "Bia", "Caio"]:
    api.clients.create(first_name=name, email=f"{name.lower()}@example.com", metadata={"first_seen": "web"})
renamed = api.clients.update(made["id"], last_name="Lima", metadata={"crm_id": "4711"})
print(renamed["name"], renamed["metadata"]["crm_id"])
print(len(list(api.clients.list(limit=3).pages())), "pages")
names = [client["first_name"] for client in api.clients.list(limit=3)]
print(", ".join(sorted(names)))
for call in (lambda: api.clients.get(999999), lambda: api.clients.create(first_name="")):
    try:
        call()
    except SchedulingError as error:
        fields = ",".join(one["field"] for one in error.errors)
        print(error.code, error.status, error.request_id.startswith("req_"), fields)
hook = json.loads(os.environ["DELIVERY"])
event = unwrap_webhook(hook["body"], hook["headers"], ["whsec_other", os.environ["SECRET"]])
print(event["type"], event["data"]["object"]["object"])
try:
    unwrap_webhook(hook["body"] + " ", hook["headers"], os.environ["SECRET"])
except SchedulingError as error:
    print(error.code)
`

async function withTypeScript(baseUrl: string, apiKey: string, hook: Delivery, secret: string) {
  const lines: string[] = []
  const sdk = new Scheduling({ baseUrl, apiKey })
  const made = await sdk.clients.create({ firstName: 'Rui', phone: '+5511987650000' })
  const { data } = await sdk.clients.list({ phone: '+5511987650000' })
  lines.push(`${made.object} ${made.firstName} ${data.length}`)
  for (const firstName of ['Ana', 'Bia', 'Caio']) {
    const email = `${firstName.toLowerCase()}@example.com`
    await sdk.clients.create({ firstName, email, metadata: { first_seen: 'web' } })
  }
  const changes = { lastName: 'Lima', metadata: { crm_id: '4711' } }
  const renamed = await sdk.clients.update(made.id, changes)
  lines.push(`${renamed.name} ${renamed.metadata['crm_id']}`)
  let pages = 0
  const names: string[] = []
  for await (const page of sdk.clients.list({ limit: 3 }).pages()) {
    pages += 1
    names.push(...page.data.map(({ firstName }) => firstName))
  }
  lines.push(`${pages} pages`)
  lines.push(names.toSorted().join(', '))
  const calls = [() => sdk.clients.get(999_999), () => sdk.clients.create({ firstName: '' })]
  for (const call of calls) lines.push(await told(call()))
  const event = await unwrapWebhook(hook.body, hook.headers, ['whsec_other', secret])
  lines.push(`${event.type} ${'object' in event.data.object ? event.data.object.object : ''}`)
  lines.push((await told(unwrapWebhook(`${hook.body} `, hook.headers, secret))).split(' ')[0] ?? '')
  return `${lines.join('\n')}\n`
}

async function told(call: PromiseLike<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!isSchedulingError(error)) return 'no error of the library'
  const fields = error.errors.map(({ field }) => field).join(',')
  const hasId = error.requestId?.startsWith('req_') === true ? 'True' : 'False'
  return `${error.code} ${error.status} ${hasId} ${fields}`
}

async function delivered(): Promise<{ hook: Delivery; secret: string }> {
  const { key } = await api.organization()
  const receiver = await openEndpoint()
  const webhook = await api.call('POST', '/v1/webhooks', {
    key,
    body: { url: receiver.url, events: ['*'] },
  })
  await api.call('POST', `/v1/webhooks/${webhook.body.id}/test`, {
    key,
    body: { event_type: 'client.created' },
  })
  await receiver.close()
  const [received] = receiver.received
  if (received === undefined) throw new Error('Nothing was delivered.')
  const headers = received.headers as Record<string, string>
  return { hook: { body: received.body, headers }, secret: webhook.body.secret }
}

describe.skipIf(python === null)('the SDK for Python (python3)', () => {
  const environment = { PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', NO_PROXY: '127.0.0.1' }

  it('passes the tests of its runtime', async () => {
    const args = ['-m', 'unittest', 'discover', '-s', path.join(PACKAGE, 'tests')]
    const { stderr } = await run(python ?? '', args, { env: environment })
    expect(stderr).toMatch(/Ran \d\d tests in [^]*OK/)
  })

  it('prints the same as that for TypeScript, also where the first answer is lost', async () => {
    api.setClock(Date.now)
    const { hook, secret } = await delivered()
    const [one, other] = [await api.organization(), await api.organization()]
    const gateway = await openGateway(api.url)
    try {
      gateway.plan('break after')
      const { stdout } = await run(python ?? '', ['-c', PROGRAM], {
        env: {
          ...environment,
          SCHEDULING_API_KEY: one.key,
          SCHEDULING_BASE_URL: gateway.url,
          DELIVERY: JSON.stringify(hook),
          SECRET: secret,
        },
      })
      const [lost, again] = gateway.passed
      expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key'])
      expect(again?.body).toBe(lost?.body)
      expect(stdout).toContain('Rui Lima 4711\n2 pages\nAna, Bia, Caio, Rui\n')
      expect(stdout).toBe(await withTypeScript(api.url, other.key, hook, secret))
    } finally {
      await gateway.close()
    }
  })
})

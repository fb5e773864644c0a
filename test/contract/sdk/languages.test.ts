/** The SDKs for other languages: their runtimes, and one program that prints the same as with the SDK for TypeScript. */
import { EVENT_TYPES } from '@scheduling/events'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { isSchedulingError, Scheduling, unwrapWebhook } from '@scheduling/sdk'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { openGateway } from '../../support/gateway.ts'
import { program, pythonWith } from '../../support/programs.ts'
import { openEndpoint } from '../../support/webhooks.ts'

const run = promisify(execFile)

const api = useSharedApi({ now: Date.now() })

type Delivery = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

const IN_PYTHON = `
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
kinds = []
for step in api.sync(["clients"], limit=3):
    kinds.append(step.kind)
    bookmark = step.bookmark
api.clients.create(first_name="Davi", email="davi@example.com")
later = [step.event["type"] if step.event else step.kind for step in api.sync(["clients"], bookmark=bookmark)]
print(", ".join(kinds + later))
[service] = api.services.list(limit=1).data
professional = api.services.get(service["id"], expand=["professionals"])["professionals"][0]
print(service["name"], professional["object"])
hook = json.loads(os.environ["DELIVERY"])
event = unwrap_webhook(hook["body"], hook["headers"], ["whsec_other", os.environ["SECRET"]])
print(event["type"], event["data"]["object"]["object"])
try:
    unwrap_webhook(hook["body"] + " ", hook["headers"], os.environ["SECRET"])
except SchedulingError as error:
    print(error.code)
`

const IN_ASYNC_PYTHON = `
import asyncio, json, os
from scheduling import AsyncScheduling, SchedulingError, unwrap_webhook

async def main():
    async with AsyncScheduling() as api:
        made = await api.clients.create(first_name="Rui", phone="+5511987650000")
        print(made["object"], made["first_name"], len((await api.clients.list(phone="+5511987650000")).data))
        await asyncio.gather(*[
            api.clients.create(first_name=name, email=f"{name.lower()}@example.com", metadata={"first_seen": "web"})
            for name in ["Ana", "Bia", "Caio"]
        ])
        renamed = await api.clients.update(made["id"], last_name="Lima", metadata={"crm_id": "4711"})
        print(renamed["name"], renamed["metadata"]["crm_id"])
        print(len([page async for page in api.clients.list(limit=3).pages()]), "pages")
        names = [client["first_name"] async for client in api.clients.list(limit=3)]
        print(", ".join(sorted(names)))
        for call in (lambda: api.clients.get(999999), lambda: api.clients.create(first_name="")):
            try:
                await call()
            except SchedulingError as error:
                fields = ",".join(one["field"] for one in error.errors)
                print(error.code, error.status, error.request_id.startswith("req_"), fields)
        kinds = []
        async for step in api.sync(["clients"], limit=3):
            kinds.append(step.kind)
            bookmark = step.bookmark
        await api.clients.create(first_name="Davi", email="davi@example.com")
        async for step in api.sync(["clients"], bookmark=bookmark):
            kinds.append(step.event["type"] if step.event else step.kind)
        print(", ".join(kinds))
        [service] = (await api.services.list(limit=1)).data
        professional = (await api.services.get(service["id"], expand=["professionals"]))["professionals"][0]
        print(service["name"], professional["object"])
    hook = json.loads(os.environ["DELIVERY"])
    event = unwrap_webhook(hook["body"], hook["headers"], ["whsec_other", os.environ["SECRET"]])
    print(event["type"], event["data"]["object"]["object"])
    try:
        unwrap_webhook(hook["body"] + " ", hook["headers"], os.environ["SECRET"])
    except SchedulingError as error:
        print(error.code)

asyncio.run(main())
`

const IN_PHP = `
require getenv('AUTOLOAD');
use Scheduling\\{Scheduling, SchedulingError, Webhook};

$api = new Scheduling();
$made = $api->clients->create(['first_name' => 'Rui', 'phone' => '+5511987650000']);
echo "$made->object $made->first_name ", count($api->clients->list(['phone' => '+5511987650000'])->data), "\\n";
foreach (['Ana', 'Bia', 'Caio'] as $name) {
    $email = strtolower($name) . '@example.com';
    $api->clients->create(['first_name' => $name, 'email' => $email, 'metadata' => ['first_seen' => 'web']]);
}
$renamed = $api->clients->update($made->id, ['last_name' => 'Lima', 'metadata' => ['crm_id' => '4711']]);
echo "$renamed->name {$renamed->metadata['crm_id']}\\n";
echo count(iterator_to_array($api->clients->list(['limit' => 3])->pages())), " pages\\n";
$names = [];
foreach ($api->clients->list(['limit' => 3]) as $client) $names[] = $client->first_name;
sort($names);
echo implode(', ', $names), "\\n";
foreach ([fn () => $api->clients->get(999999), fn () => $api->clients->create(['first_name' => ''])] as $call) {
    try {
        $call();
    } catch (SchedulingError $error) {
        $fields = implode(',', array_column($error->errors, 'field'));
        $hasId = str_starts_with($error->request_id, 'req_') ? 'True' : 'False';
        echo "$error->code $error->status $hasId $fields\\n";
    }
}
$kinds = [];
foreach ($api->sync(['clients'], limit: 3) as $step) [$kinds[], $bookmark] = [$step->kind, $step->bookmark];
$api->clients->create(['first_name' => 'Davi', 'email' => 'davi@example.com']);
foreach ($api->sync(['clients'], $bookmark) as $step) $kinds[] = $step->event?->type ?? $step->kind;
echo implode(', ', $kinds), "\\n";
[$service] = $api->services->list(['limit' => 1])->data;
$professional = $api->services->get($service->id, ['expand' => ['professionals']])->professionals[0];
echo "$service->name $professional->object\\n";
$hook = json_decode(getenv('DELIVERY'), true);
$event = Webhook::unwrap($hook['body'], $hook['headers'], ['whsec_other', getenv('SECRET')]);
echo "$event->type {$event->data->object->object}\\n";
try {
    Webhook::unwrap($hook['body'] . ' ', $hook['headers'], getenv('SECRET'));
} catch (SchedulingError $error) {
    echo "$error->code\\n";
}
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
  const steps: string[] = []
  let bookmark = ''
  for await (const step of sdk.sync({ lists: ['clients'], limit: 3 })) {
    steps.push(step.kind)
    bookmark = step.bookmark
  }
  await sdk.clients.create({ firstName: 'Davi', email: 'davi@example.com' })
  for await (const step of sdk.sync({ lists: ['clients'], bookmark })) {
    steps.push(step.kind === 'event' ? step.event.type : step.kind)
  }
  lines.push(steps.join(', '))
  const [service] = (await sdk.services.list({ limit: 1 })).data
  const full = await sdk.services.get(service?.id ?? 0, { expand: ['professionals'] })
  lines.push(`${full.name} ${full.professionals[0]?.object}`)
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

const PACKAGES = path.resolve(import.meta.dirname, '../../../packages')
const python = program('python3')
const php = program('php')

type Language = {
  readonly name: string
  readonly program: string | null
  /** The arguments that run its tests, and a program. */
  readonly tests: readonly string[]
  readonly runs: (text: string) => readonly string[]
  readonly text: string
  readonly environment: Readonly<Record<string, string>>
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python (python3)',
    program: python,
    tests: ['-m', 'unittest', 'discover', '-s', path.join(PACKAGES, 'sdk-python/tests')],
    runs: (text) => ['-c', text],
    text: IN_PYTHON,
    environment: {
      PYTHONPATH: path.join(PACKAGES, 'sdk-python'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  },
  {
    name: 'Python, awaited (python3 with httpx)',
    program: pythonWith('httpx'),
    tests: ['-m', 'unittest', 'discover', '-s', path.join(PACKAGES, 'sdk-python/tests')],
    runs: (text) => ['-c', text],
    text: IN_ASYNC_PYTHON,
    environment: {
      PYTHONPATH: path.join(PACKAGES, 'sdk-python'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  },
  {
    name: 'PHP (php with curl)',
    program: php !== null && hasCurl(php) ? php : null,
    tests: [path.join(PACKAGES, 'sdk-php/tests/runtime.php')],
    runs: (text) => ['-d', 'display_errors=stderr', '-d', 'error_reporting=-1', '-r', text],
    text: IN_PHP,
    environment: { AUTOLOAD: path.join(PACKAGES, 'sdk-php/autoload.php') },
  },
]

function hasCurl(binary: string): boolean {
  return spawnSync(binary, ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']).status === 0
}

/** A clinic of its own, with one service that its professional performs. */
async function newClinic(): Promise<string> {
  return (await openClinic(api)).organization.key
}

describe.each(LANGUAGES)('the SDK for $name', (language) => {
  const environment = { ...language.environment, NO_PROXY: '127.0.0.1' }

  it.skipIf(language.program === null)('passes the tests of its runtime', async () => {
    const { stdout, stderr } = await run(language.program ?? '', [...language.tests], {
      env: environment,
    })
    expect(`${stdout}${stderr}`).toMatch(/Ran \d\d tests in [^]*OK/)
  })

  it.skipIf(language.program === null)(
    'prints the same as that for TypeScript, also where the first answer is lost',
    async () => {
      api.setClock(Date.now)
      const { hook, secret } = await delivered()
      const [one, other] = [await newClinic(), await newClinic()]
      const gateway = await openGateway(api.url)
      try {
        gateway.plan('break after')
        const { stdout, stderr } = await run(
          language.program ?? '',
          [...language.runs(language.text)],
          {
            env: {
              ...environment,
              SCHEDULING_API_KEY: one,
              SCHEDULING_BASE_URL: gateway.url,
              DELIVERY: JSON.stringify(hook),
              SECRET: secret,
            },
          },
        )
        expect(stderr).toBe('')
        const [lost, again] = gateway.passed
        expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key'])
        expect(again?.body).toBe(lost?.body)
        expect(stdout).toContain('Rui Lima 4711\n2 pages\nAna, Ana, Bia, Caio, Rui\n')
        expect(stdout).toContain('record, caught_up, client.created, caught_up\n')
        expect(stdout).toBe(await withTypeScript(api.url, other, hook, secret))
      } finally {
        await gateway.close()
      }
    },
  )
})

const inPhp = LANGUAGES.at(-1)

describe('the SDK for PHP (php with curl)', () => {
  it.skipIf(inPhp?.program === null)(
    'makes a record of every event that a webhook can get',
    async () => {
      const text = `
require getenv('AUTOLOAD');
foreach ((new Scheduling\\Scheduling())->events->listTypes(['limit' => 200]) as $type) {
    $event = new Scheduling\\Records\\Event($type->sample);
    echo "$event->type ", $event->data->object::class, "\\n";
}`
      const { stdout, stderr } = await run(inPhp?.program ?? '', [...(inPhp?.runs(text) ?? [])], {
        env: {
          ...inPhp?.environment,
          NO_PROXY: '127.0.0.1',
          SCHEDULING_API_KEY: await newClinic(),
          SCHEDULING_BASE_URL: api.url,
        },
      })
      expect(stderr).toBe('')
      const lines = stdout.trim().split('\n')
      expect(lines.map((line) => line.split(' ')[0])).toEqual(
        Object.keys(EVENT_TYPES).filter((type) => type !== 'ping'),
      )
      expect(lines.filter((line) => !/ Scheduling\\Records\\(?!Record$)\w+$/.test(line))).toEqual(
        [],
      )
    },
  )
})

/** The Helm chart: rendered by Helm itself, held against Kubernetes' types and rules of our own. */
import { SETTINGS } from '@scheduling/core'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CHART, helm, helmBinary, LEAST, rendered, type Manifest } from './helm.ts'
import { faultyValues, unknownFields } from './kubernetes.ts'
import { brokenRules } from './manifest-rules.ts'
import { elsewhere, madeSecrets, NOWHERE, SECRETS, startedWith } from './processes.ts'
import { parse } from 'yaml'

const RULES = path.join(CHART, '../prometheus/rules.yaml')
const SAMPLE = 'groups: [{ name: a, rules: [{ alert: Down, expr: up == 0 }] }]'

/** The alerts of the project, where they are there. */
function textOfRules(): string {
  return existsSync(RULES) ? readFileSync(RULES, 'utf8') : SAMPLE
}

/** Everything that can be switched on. */
const ALL = {
  ...LEAST,
  image: { repository: 'registry.example/scheduling', pullSecrets: ['registry'] },
  settings: { LOG_LEVEL: 'warn', PIX_BANKS: '' },
  api: { settings: { DASHBOARD_ORIGINS: 'https://app.agenda.example' } },
  worker: { autoscaling: { enabled: true } },
  caCertificates: { configMap: 'authorities', key: 'bank.pem' },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'agenda-tls' },
  networkPolicy: { monitoringFrom: [{ namespaceSelector: { matchLabels: { name: 'm' } } }] },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  prometheusRule: { enabled: true, rules: textOfRules() },
  serviceAccount: { annotations: { 'example.com/role': 'scheduling' } },
}

/** Settings that values can't give: the chart gives them, production refuses them, or they are for the embedded mode. */
const NOT_IN_VALUES = new Set([
  'PUBLIC_BASE_URL',
  'PORT',
  'WORKER_PORT',
  'TRUSTED_PROXIES',
  'NODE_ENV',
  'ALLOW_LOOPBACK_WEBHOOKS',
  'DATA_DIR',
])

const unlessHelm = it.skipIf(helmBinary === null)
const needs = '(needs Helm, on Linux on x64)'

let all: Promise<readonly Manifest[]> | null = null
/** The chart with everything, rendered once. */
const renderedAll = (): Promise<readonly Manifest[]> => (all ??= rendered(ALL))

const manifest = (among: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = among.find((one) => one.kind === kind && one['metadata'].name === name)
  if (found === undefined) throw new Error(`No ${kind} ${name}.`)
  return found
}

describe.each([
  ['least', LEAST],
  ['all', ALL],
])('with the %s values', (_, values) => {
  let manifests: readonly Manifest[] = []
  beforeAll(async () => {
    if (helmBinary !== null) manifests = await rendered(values)
  })

  unlessHelm(
    `holds what Kubernetes takes, and no field that it does not know ${needs}`,
    async () => {
      expect(manifests.length).toBeGreaterThan(8)
      expect(faultyValues(manifests)).toEqual([])
      expect(await unknownFields(manifests)).toEqual([])
    },
  )

  unlessHelm(`keeps the rules ${needs}`, () => {
    expect(brokenRules(manifests)).toEqual([])
  })
})

unlessHelm(`has no fault that Helm finds ${needs}`, async () => {
  expect(await helm(['lint', CHART, '--strict'])).toContain('0 chart(s) failed')
})

/** One change of the rendered text each, and who must see it. */
const BROKEN: readonly [change: string, from: RegExp, to: string, seen: string][] = [
  ['root', /"runAsUser":10001/, '"runAsUser":0', 'no root'],
  ['a writable root', /"readOnlyRootFilesystem":true/, '"x":1', 'nothing more than it needs'],
  ['a token', /"enableServiceLinks":false/, '"x":1', 'no token of the cluster'],
  ['no probe', /"readinessProbe"/, '"x"', 'probes'],
  [
    'the database kills',
    /(livenessProbe":\{"httpGet":\{"path":")\/healthz/,
    '$1/readyz',
    'life does',
  ],
  ['no limit', /"limits":\{/, '"limits":{},"x":{', 'requests and limits'],
  [
    'no time',
    /"terminationGracePeriodSeconds":30/,
    '"terminationGracePeriodSeconds":9',
    'time to end',
  ],
  [
    'no such file',
    /apps\/worker\/src\/main\.ts/,
    'apps/worker/src/gone.ts',
    'a command of the image',
  ],
  [
    'a plain secret',
    /"name":"SMTP_URL","valueFrom":\{[^}]*\}\}/,
    '"name":"SMTP_URL","value":"smtp://u:p@h"',
    'secrets by reference',
  ],
  ['a misspelt setting', /"name":"WORKER_PORT"/, '"name":"WORKERS_PORT"', 'settings that it reads'],
  ['a missing secret', /"name":"METRICS_TOKEN"/, '"name":"HOST"', 'every secret that it reads'],
  [
    'a lost selector',
    /("selector":\{"matchLabels":\{[^}]*"app\.kubernetes\.io\/component":")api/,
    '$1apx',
    'a target that is there',
  ],
]

unlessHelm.each(BROKEN)(`sees what is broken: %s ${needs}`, async (_, from, to, seen) => {
  const text = JSON.stringify(await renderedAll())
  expect(text).toMatch(from)
  const broken = brokenRules(JSON.parse(text.replace(from, to)))
  expect(broken.filter((line) => line.startsWith(seen))).not.toEqual([])
})

unlessHelm(`gives every container the authorities that Node does not know ${needs}`, async () => {
  const pods = (await renderedAll()).flatMap(({ spec }) => spec?.template?.spec ?? [])
  expect(pods).toHaveLength(3)
  for (const { containers, volumes } of pods) {
    const [{ env, volumeMounts }] = containers
    const mount = volumeMounts.find(({ name }: { name: string }) => name === 'authorities')
    const volume = volumes.find(({ name }: { name: string }) => name === 'authorities')
    const [{ key, path: file }] = volume.configMap.items
    expect([volume.configMap.name, key]).toEqual(['authorities', 'bank.pem'])
    expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${mount.mountPath}/${file}` })
  }
})

unlessHelm(`sees a value of a wrong type, and a field that does not exist ${needs}`, async () => {
  const text = JSON.stringify(await rendered(LEAST))
  const wrong = JSON.parse(text.replace('"minReadySeconds":5', '"minReadySeconds":"5"'))
  expect(faultyValues(wrong)).toEqual([expect.stringContaining('minReadySeconds must be integer')])
  const misspelt = JSON.parse(text.replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"'))
  expect(await unknownFields(misspelt)).toEqual([expect.stringContaining('readOnlyRootFileSystem')])
})

describe('values', () => {
  const refused: readonly [what: string, values: object, says: RegExp][] = [
    ['no address', { existingSecret: 's' }, /publicBaseUrl/],
    ['http', { ...LEAST, publicBaseUrl: 'http://agenda.example' }, /publicBaseUrl/],
    ['no secret', { publicBaseUrl: LEAST.publicBaseUrl }, /existingSecret/],
    ['a secret as a setting', { ...LEAST, settings: { ROOT_SECRET: 'x' } }, /ROOT_SECRET/],
    ['a setting that is none', { ...LEAST, settings: { LOG_LEVLE: 'info' } }, /LOG_LEVLE/],
    ['a misspelt value', { ...LEAST, api: { replica: 3 } }, /replica/],
    ['alerts without rules', { ...LEAST, prometheusRule: { enabled: true } }, /set-file/],
    [
      'authorities twice',
      { ...LEAST, caCertificates: { secret: 'a', configMap: 'b' } },
      /caCertificates/,
    ],
    ['root', { ...LEAST, podSecurityContext: { runAsUser: 0 } }, /runAsUser/],
    [
      'too little time to end',
      { ...LEAST, worker: { terminationGracePeriodSeconds: 5 } },
      /termination/,
    ],
  ]
  unlessHelm.each(refused)(`are refused with their name: %s ${needs}`, async (_, values, says) => {
    await expect(rendered(values)).rejects.toThrow(says)
  })

  it('know every setting that is no secret, and no other: the schema is made from the table', async () => {
    const file = path.join(CHART, 'values.schema.json')
    const schema = JSON.parse(readFileSync(file, 'utf8'))
    const named = Object.entries(SETTINGS).filter(
      ([name]) => !SECRETS.includes(name) && !NOT_IN_VALUES.has(name),
    )
    schema.definitions.settings.properties = Object.fromEntries(
      named.map(([name, { means }]) => [name, { type: 'string', description: means }]),
    )
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(file)
  })

  it('of secrets are all rows of the table of settings', () => {
    const known = Object.keys(SETTINGS)
    expect(SECRETS.filter((name) => !known.includes(name))).toEqual([])
  })
})

unlessHelm(
  `trusts one proxy behind its own ingress, and as many as values say ${needs}`,
  async () => {
    const trusted = async (values: object): Promise<string> => {
      const api = manifest(await rendered(values), 'Deployment', 'clinic-scheduling-api')
      const { env } = api['spec'].template.spec.containers[0]
      return env.find((one: { name: string }) => one.name === 'TRUSTED_PROXIES').value
    }
    expect(await trusted(LEAST)).toBe('0')
    expect(await trusted({ ...LEAST, ingress: { enabled: true } })).toBe('1')
    expect(await trusted({ ...LEAST, trustedProxies: 2, ingress: { enabled: true } })).toBe('2')
  },
)

unlessHelm(`migrates before anything else is there ${needs}`, async () => {
  const job = manifest(await rendered(LEAST), 'Job', 'clinic-scheduling-migration')
  expect(job['metadata'].annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  // Its account, which comes with the chart, is not there yet.
  expect(job['spec'].template.spec.serviceAccountName).toBeUndefined()
})

describe('processes', () => {
  type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }

  /** As the image and the manifest give it. Listening where no one else does. */
  function environmentOf(container: { env: Variable[] }): Record<string, string> {
    // What the secret of the cluster would have: made as for compose, with a database that is nowhere.
    const secrets = elsewhere(madeSecrets().env, { pgbouncer: NOWHERE, postgres: NOWHERE })
    const given = container.env.flatMap(({ name, value, valueFrom }) => {
      const text = value ?? secrets[valueFrom?.secretKeyRef.key ?? '']
      return text === undefined ? [] : [[name, text] as const]
    })
    return {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      ...Object.fromEntries(given),
      PORT: '0',
      WORKER_PORT: '0',
    }
  }

  unlessHelm.each(['api', 'worker'])(
    `start in production with what the chart gives them: %s ${needs}`,
    async (component) => {
      const [container] = manifest(
        await renderedAll(),
        'Deployment',
        `clinic-scheduling-${component}`,
      )['spec'].template.spec.containers
      const env = environmentOf(container)
      expect(await startedWith(container.args, env)).toBe('starts')
      const { METRICS_TOKEN, ...without } = env
      expect(METRICS_TOKEN).toBeDefined()
      expect(await startedWith(container.args, without)).toContain('METRICS_TOKEN: missing')
    },
  )
})

it('says which version of the image it is for', () => {
  const { appVersion } = parse(readFileSync(path.join(CHART, 'Chart.yaml'), 'utf8'))
  expect(appVersion).toMatch(/^\d+\.\d+\.\d+$/)
})

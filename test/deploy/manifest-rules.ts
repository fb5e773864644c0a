/** What every manifest of the chart keeps to, as a table. Each rule answers with what breaks it. */
import type { Manifest } from './helm.ts'
import { nameOf } from './kubernetes.ts'
import { isOurCommand, SECRETS, settingsReadBy } from './processes.ts'

type Container = Readonly<Record<string, any>>
type Pod = {
  readonly owner: Manifest
  readonly component: string
  readonly spec: Readonly<Record<string, any>>
  readonly container: Container
}

/** Pods of Deployments and Jobs; each of ours has one container. */
function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap((owner) => {
    const template = owner['spec']?.template
    if (template?.spec?.containers === undefined) return []
    const component = String(template.metadata?.labels?.['app.kubernetes.io/component'])
    return template.spec.containers.map((container: Container) => ({
      owner,
      component,
      spec: template.spec,
      container,
    }))
  })
}

const isServer = ({ owner }: Pod): boolean => owner.kind === 'Deployment'

/** Says what breaks a rule; null when it is kept. */
const OF_PODS: Readonly<Record<string, (pod: Pod) => string | null>> = {
  'no root': ({ spec }) =>
    spec['securityContext']?.runAsNonRoot === true && spec['securityContext']?.runAsUser > 0
      ? null
      : 'runs as root',
  'nothing more than it needs': ({ spec, container: { securityContext } }) =>
    securityContext?.allowPrivilegeEscalation === false &&
    securityContext.readOnlyRootFilesystem === true &&
    securityContext.capabilities?.drop?.includes('ALL') === true &&
    securityContext.privileged !== true &&
    spec['securityContext']?.seccompProfile?.type === 'RuntimeDefault'
      ? null
      : 'has rights or a writable root',
  'no token of the cluster': ({ spec }) =>
    spec['automountServiceAccountToken'] === false && spec['enableServiceLinks'] === false
      ? null
      : 'gets a token, or the addresses of services as settings',
  probes: (pod) =>
    !isServer(pod) ||
    ['startupProbe', 'readinessProbe', 'livenessProbe'].every((probe) => pod.container[probe])
      ? null
      : 'lacks a probe',
  'life does not hang on the database': (pod) =>
    !isServer(pod) || pod.container['livenessProbe']?.httpGet?.path === '/healthz'
      ? null
      : 'is killed while its database is away',
  'requests and limits': ({ container: { resources } }) =>
    resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory
      ? null
      : 'lacks requests or a limit of memory',
  'time to end': (pod) => {
    const { terminationGracePeriodSeconds: given } = pod.spec
    const drains = Number(pod.container['lifecycle']?.preStop?.exec?.command?.[1] ?? 0)
    const needs = (SECONDS_TO_END[pod.component] ?? 0) + drains
    return !isServer(pod) || given >= needs ? null : `has ${given} s to end, and needs ${needs}`
  },
  'a command of the image': ({ container: { args, command } }) =>
    command === undefined && isOurCommand(args) ? null : `can't run ${args ?? command}`,
  'secrets by reference': ({ container }) => {
    const plain = envOf(container).filter(({ name, value }) => SECRETS.includes(name) && value)
    return plain.length === 0 ? null : `has ${plain.map(({ name }) => name).join(', ')} as values`
  },
  'settings that it reads': ({ component, container }) => {
    const known = settingsReadBy(component)
    const unread = envOf(container).filter(({ name }) => !known.has(name) && !OF_NODE.has(name))
    return unread.length === 0 ? null : `does not read ${unread.map(({ name }) => name).join(', ')}`
  },
  'every secret that it reads': ({ component, container }) => {
    const given = new Set(envOf(container).map(({ name }) => name))
    const known = settingsReadBy(component)
    const lacking = SECRETS.filter((name) => known.has(name) && !given.has(name))
    return lacking.length === 0 ? null : `does not get ${lacking.join(', ')}`
  },
}

/** Settings that Node itself reads. */
const OF_NODE = new Set(['NODE_EXTRA_CA_CERTS'])

/** How long each takes at most, by `FINISH_WITHIN_MS` and its likes: arrivals 3 s and 15 s; 13 s of exchanges and a rest. */
const SECONDS_TO_END: Readonly<Record<string, number>> = { api: 19, worker: 20 }

type Variable = { readonly name: string; readonly value?: string }
const envOf = (container: Container): readonly Variable[] => container['env'] ?? []

/** Each rule that is broken, one line each. */
export function brokenRules(manifests: readonly Manifest[]): string[] {
  const broken = podsOf(manifests).flatMap((pod) =>
    Object.entries(OF_PODS).flatMap(([rule, fault]) => {
      const found = fault(pod)
      return found === null ? [] : [`${rule}: ${nameOf(pod.owner)} ${found}`]
    }),
  )
  return [...broken, ...strayTargets(manifests)]
}

/** What points at a Deployment, or at pods by their labels, finds one. */
function strayTargets(manifests: readonly Manifest[]): string[] {
  const pods = manifests.flatMap((manifest) => manifest['spec']?.template?.metadata?.labels ?? [])
  const finds = (wanted: object): boolean =>
    pods.some((labels) => Object.entries(wanted).every(([name, value]) => labels[name] === value))
  const deployments = new Set(
    manifests.filter(({ kind }) => kind === 'Deployment').map((one) => one['metadata'].name),
  )
  return manifests.flatMap((manifest) => {
    const { selector, podSelector, scaleTargetRef } = manifest['spec'] ?? {}
    const labels =
      manifest.kind === 'Service' ? selector : (selector?.matchLabels ?? podSelector?.matchLabels)
    const isLost =
      (labels !== undefined && manifest.kind !== 'ServiceMonitor' && !finds(labels)) ||
      (scaleTargetRef !== undefined && !deployments.has(scaleTargetRef.name))
    return isLost ? [`a target that is there: ${nameOf(manifest)} finds nothing`] : []
  })
}

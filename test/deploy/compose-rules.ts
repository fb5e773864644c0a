/** What the containers of compose.yaml keep to, as a table. Each rule answers with what breaks it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { isOurCommand, PROJECT, SECRETS, settingsReadBy } from './processes.ts'

export const COMPOSE_FILE = path.join(PROJECT, 'deploy/compose.yaml')

type Service = Readonly<Record<string, any>>
export type Compose = Readonly<Record<string, any>> & {
  readonly services: Readonly<Record<string, Service>>
}

/** @param text Default: the file. Names of the environment stay as they are written. */
export function composeOf(text = readFileSync(COMPOSE_FILE, 'utf8')): Compose {
  return parse(text, { merge: true })
}

/** The processes of ours among the services, by the name that the chart has for them. */
export const OURS: Readonly<Record<string, string>> = {
  migrate: 'migration',
  api: 'api',
  worker: 'worker',
}

type Rule = (name: string, service: Service, all: Compose) => string | null

const isOurs = (name: string): boolean => OURS[name] !== undefined
const isOnce = (name: string): boolean => name === 'migrate'

const RULES: Readonly<Record<string, Rule>> = {
  'a file system that no one changes': (_, { read_only }) => (read_only === true ? null : 'writes'),
  'no rights': (_, { cap_drop, cap_add = [] }) =>
    cap_drop?.includes('ALL') && cap_add.every((right: string) => right === 'NET_BIND_SERVICE')
      ? null
      : 'has capabilities',
  'no new rights': (_, { security_opt }) =>
    security_opt?.includes('no-new-privileges:true') ? null : 'can get some',
  'a limit of memory': (_, { deploy }) =>
    deploy?.resources?.limits?.memory ? null : 'takes all that there is',
  'a log that ends': (_, { logging }) => (logging?.options?.['max-size'] ? null : 'fills the disk'),
  'started again': (_, { restart }) => (restart ? null : 'stays down'),
  'a health check': (name, { healthcheck }) =>
    // That of our processes is in the image.
    isOurs(name) || healthcheck?.test ? null : 'has none',
  'an image with a version': (_, { image }) =>
    /:(\$\{VERSION|[^:]*\d)/.test(image ?? '') ? null : `is ${image}`,
  'no secret as a value': (_, { environment = {} }) => {
    const named = Object.keys(environment).filter((one) => SECRETS.includes(one))
    const plain = Object.keys(environment).filter((one) => /PASSWORD$|SECRET$|TOKEN$/.test(one))
    return named.length + plain.length === 0 ? null : [...named, ...plain].join(', ')
  },
  'reached through the proxy alone': (name, { ports }) =>
    ports === undefined || name === 'proxy' ? null : 'is open to the network',
  'stores with no way out': (name, { networks }, all) =>
    isOurs(name) ||
    name === 'proxy' ||
    networks.every((one: string) => all['networks'][one].internal === true)
      ? null
      : 'can be reached from outside',
  'secrets that are made': (_, { secrets = [] }, all) => {
    const lost = secrets.filter((one: string) => all['secrets'][one]?.file === undefined)
    return lost.length === 0 ? null : lost.join(', ')
  },
  'time to end': (name, { stop_grace_period }) =>
    !isOurs(name) || Number.parseInt(stop_grace_period, 10) >= 20 ? null : 'is cut off',
  'two of each': (name, { deploy }) =>
    !isOurs(name) || isOnce(name) || deploy?.replicas === 2 ? null : 'is one',
  'a command of the image': (name, { command }) =>
    !isOurs(name) || isOurCommand(command) ? null : `can't run ${command}`,
  'settings that it reads': (name, { environment = {} }) => {
    const known = isOurs(name) ? settingsReadBy(OURS[name] ?? '') : null
    const unread = Object.keys(environment).filter((one) => known?.has(one) === false)
    // One address for all of them; a migration has no use for it.
    const stray = unread.filter((one) => !(isOnce(name) && one === 'PUBLIC_BASE_URL'))
    return stray.length === 0 ? null : `does not read ${stray.join(', ')}`
  },
  'after the migration': (name, { depends_on }) =>
    !isOurs(name) ||
    isOnce(name) ||
    depends_on?.migrate?.condition === 'service_completed_successfully'
      ? null
      : 'starts before it',
}

/** Each rule that is broken, one line each. */
export function brokenComposeRules(all: Compose): string[] {
  return Object.entries(all.services).flatMap(([name, service]) =>
    Object.entries(RULES).flatMap(([rule, fault]) => {
      const found = fault(name, service, all)
      return found === null ? [] : [`${rule}: ${name} ${found}`]
    }),
  )
}

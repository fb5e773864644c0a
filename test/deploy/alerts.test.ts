/** Alerts and dashboards speak of metrics that exist, and of pages that are there. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { createMetrics } from '@scheduling/api'
import { connect } from '@scheduling/database'
import { workerMetrics } from '@scheduling/worker'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { program } from '@scheduling/test/support/programs.ts'

const DEPLOY = path.join(import.meta.dirname, '../../deploy')
const RULES = path.join(DEPLOY, 'prometheus')
const text = (...parts: string[]) => readFileSync(path.join(DEPLOY, ...parts), 'utf8')

// No statement is sent: the instruments are only declared.
const connection = connect('postgres://no-one@127.0.0.1:1/none')
const { registry } = createMetrics(connection)
workerMetrics(registry)
afterAll(() => connection.close())

/** The names of the labels of each metric, as its instrument declares them. */
const DECLARED = new Map(
  registry.getMetricsAsArray().flatMap((metric) => {
    const { name, labelNames = [], constructor } = metric as any
    const labels: string[] = [...labelNames, 'instance', 'job']
    const histogram = ['_bucket', '_sum', '_count'].map((end) => [name + end, [...labels, 'le']])
    return (constructor.name === 'Histogram' ? histogram : [[name, labels]]) as [string, string[]][]
  }),
)

type Rule = {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
  readonly for?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

const rules: Rule[] = parse(text('prometheus', 'rules.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const recorded = new Set(rules.flatMap(({ record }) => record ?? []))

type Panel = {
  readonly title: string
  readonly type: string
  readonly gridPos: Readonly<Record<'h' | 'w' | 'x' | 'y', number>>
  readonly targets: readonly { readonly expr: string; readonly refId: string }[]
}
type Dashboard = {
  readonly uid: string
  readonly title: string
  readonly schemaVersion: number
  readonly templating: { readonly list: readonly { readonly name: string }[] }
  readonly panels: readonly Panel[]
}

const dashboards = readdirSync(path.join(DEPLOY, 'grafana'))
  .filter((file) => file.endsWith('.json'))
  .map((file): Dashboard => JSON.parse(text('grafana', file)))

const WORDS = new Set(
  `sum rate max min by le time topk increase absent and or histogram_quantile on ignoring`.split(
    ' ',
  ),
)

/** Names of metrics in an expression, each with the labels that are asked of it. */
function askedOf(expr: string): { name: string; labels: string[] }[] {
  const plain = expr.replaceAll(/\bby\s*\([^)]*\)/g, '')
  return [...plain.matchAll(/([a-z_][a-z0-9_:]*)\s*(?:\{([^}]*)\})?/g)]
    .filter(([, name = '']) => !WORDS.has(name) && !/^[smhd]$/.test(name))
    .map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/([a-z_]+)\s*[=!]/g)].map(([, label = '']) => label),
    }))
}

/** What an expression asks for that nothing has. */
function faultsOf(expr: string): string[] {
  const asked = askedOf(expr)
  const known = new Set(asked.flatMap(({ name }) => DECLARED.get(name) ?? []))
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
  return [
    ...asked.flatMap(({ name, labels }) => {
      const has = recorded.has(name) ? [] : DECLARED.get(name)
      if (has === undefined) return [name]
      return labels.filter((label) => !has.includes(label)).map((label) => `${name}{${label}}`)
    }),
    ...grouped.filter((label) => !known.has(label)).map((label) => `by (${label})`),
  ]
}

it('every expression asks for metrics and labels that a process has', () => {
  const expressions = [
    ...rules.map(({ alert, record, expr }) => ({ where: alert ?? record ?? '', expr })),
    ...dashboards.flatMap(({ title, panels }) =>
      panels.flatMap((panel) =>
        panel.targets.map(({ expr }) => ({ where: `${title}: ${panel.title}`, expr })),
      ),
    ),
  ]
  expect(expressions.length).toBeGreaterThan(60)
  const unknown = expressions.flatMap(({ where, expr }) =>
    [...faultsOf(expr), ...(askedOf(expr).length === 0 ? ['nothing'] : [])].map(
      (fault) => `${where}: ${fault}`,
    ),
  )
  expect(unknown).toEqual([])
  expect(faultsOf('sum by (task, color) (rate(jobs_total{outcome="x"}[5m])) + nothing')).toEqual([
    'jobs_total{outcome}',
    'nothing',
    'by (color)',
  ])
})

it('every metric of ours is shown on a dashboard, or watched by an alert', () => {
  const asked = new Set(
    [
      ...rules.map(({ expr }) => expr),
      ...dashboards.flatMap(({ panels }) =>
        panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ),
    ]
      .flatMap(askedOf)
      .map(({ name }) => name.replace(/_(bucket|count|sum)$/, '')),
  )
  const ours = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !/^(nodejs|process)_/.test(name))
  expect(ours.filter((name) => !asked.has(name))).toEqual([])
})

it('every alert says what it is, how loud it is and where to read what to do', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect(['page', 'ticket'], alert).toContain(labels?.['severity'])
    expect(annotations?.['summary'], alert).toEqual(expect.any(String))
    expect(annotations?.['runbook_url']).toBe(`docs/operations.md#${alert?.toLowerCase()}`)
  }
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
})

const OPERATIONS = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
const hasAlerts = /^## Alerts$/m.test(OPERATIONS)

it.skipIf(!hasAlerts)(
  'every alert has a heading in operations.md, and no other has one (needs "## Alerts")',
  () => {
    const [, section = ''] = OPERATIONS.split(/^## Alerts$/m)
    const [own = ''] = section.split(/^## /m, 1)
    const headings = [...own.matchAll(/^### (\S+)$/gm)].map(([, name]) => name)
    expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted())
  },
)

it('every dashboard has panels that do not overlap, each with its queries', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  for (const { schemaVersion, templating, panels } of dashboards) {
    expect(schemaVersion).toBeGreaterThanOrEqual(36)
    expect(templating.list.map(({ name }) => name)).toContain('datasource')
    const places = panels.map(({ gridPos: { x, y, w, h } }) => [x % 12, y % 8, w, h])
    expect(new Set(places.map(String))).toEqual(new Set(['0,0,12,8']))
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length)
    for (const { targets, type } of panels) {
      expect(type).toBe('timeseries')
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    }
  }
})

const promtool = program('promtool')

it.skipIf(promtool === null)(
  'the rules are valid and fire as they should (needs promtool)',
  async () => {
    const run = (...given: string[]) => promisify(execFile)(promtool ?? '', given, { cwd: RULES })
    expect((await run('check', 'rules', 'rules.yaml')).stdout).toContain(
      `${rules.length} rules found`,
    )
    expect((await run('test', 'rules', 'rules.test.yaml')).stdout).toContain('SUCCESS')
  },
)

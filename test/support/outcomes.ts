/**
 * Route × outcome × test, read from the titles of the tests: which test claims to get which declared answer. A test
 * with random input claims none: what it gets is chance.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { routeTable } from '@scheduling/api'
import {
  appRouter,
  COMMON_PROBLEMS,
  PROBLEMS,
  proceduresOf,
  type ProblemCode,
  type RestEndpoint,
} from '@scheduling/core'

const support = import.meta.dirname
const folder = path.join(support, '../contract')
const routes = routeTable(appRouter).routes

/** Answers that every route gives in the same way: a walk over all routes gets them of each. */
const WALKED: Partial<Record<ProblemCode, string>> = {
  unauthorized: 'test/rules/walk.test.ts',
  forbidden_scope: 'test/rules/walk.test.ts',
  feature_not_enabled: 'test/rules/walk.test.ts',
  validation_error: 'test/rules/walk.test.ts',
  rate_limited: 'test/rules/walk.test.ts',
  api_disabled: 'test/rules/walk.test.ts',
  internal_error: 'test/rules/walk.test.ts',
  duplicate_request: 'test/rules/idempotency.test.ts',
  request_in_progress: 'test/rules/idempotency.test.ts',
  service_unavailable: 'test/rules/service-unavailable.test.ts',
  outcome_unknown: 'test/rules/broken-commit.test.ts',
}

const OF_ALL_PROCEDURES: ReadonlySet<string> = new Set(
  COMMON_PROBLEMS.map((code) => `${PROBLEMS[code].status} ${code}`),
)

type Found = { readonly file: string; readonly outcomes: readonly string[] }

/** Blocks, tests, and calls that add the tests which several files share. */
const BLOCK =
  /\bdescribe\(\s*['"`](?<block>[^\n]*)|(?:\bit|\btest|\))\(\s*['"`](?<title>\d{3}[^\n]*)|\b(?<shared>testEvery\w+)\(\(\)/g

/** Titles of the tests inside the functions of `test/support`, by the function's name. */
const sharedTitles = new Map<string, string[]>()
for (const file of globSync('*.ts', { cwd: support })) {
  const text = readFileSync(path.join(support, file), 'utf8')
  for (const part of text.split(/^export function /m).slice(1)) {
    const titles = [...part.matchAll(BLOCK)].flatMap(({ groups }) => groups?.['title'] ?? [])
    if (part.startsWith('testEvery')) sharedTitles.set(part.slice(0, part.indexOf('(')), titles)
  }
}

/**
 * `describe('GET /v1/me…')` or `describe('webhooks.preview…')`, and in it `it('200: …')`,
 * `it('409 slot_unavailable: …')`, `it('201 and 200: …')`.
 */
function testsOf(file: string): Map<string, string[]> {
  const tests = new Map<string, string[]>()
  let route: string | null = null
  const text = readFileSync(path.join(folder, file), 'utf8')
  for (const { groups } of text.matchAll(BLOCK)) {
    const { block, title, shared } = groups ?? {}
    if (block !== undefined) {
      const named = /^(?:(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}-]+|[a-z]\w+\.\w+)/.exec(block)
      if (named === null) continue
      route = named[0]
      tests.set(route, tests.get(route) ?? [])
    } else if (route !== null) {
      const titles = title === undefined ? (sharedTitles.get(shared ?? '') ?? []) : [title]
      tests.set(route, [...(tests.get(route) ?? []), ...titles.flatMap(outcomesOf)])
    }
  }
  return tests
}

function outcomesOf(title: string): string[] {
  const named = title.split(':')[0] ?? ''
  return [...named.matchAll(/(\d{3})(?: (\w+_\w+|unauthorized))?/g)].map(([, status, code]) =>
    code === undefined ? String(status) : `${status} ${code}`,
  )
}

/** `create.test.ts` before `create-refused.test.ts`. */
const files = globSync('**/*.test.ts', { cwd: folder })
  .map((file) => file.slice(0, -'.test.ts'.length))
  .toSorted()

const found = new Map<string, Found[]>()
for (const file of files.map((name) => `${name}.test.ts`)) {
  for (const [route, outcomes] of testsOf(file)) {
    found.set(route, [...(found.get(route) ?? []), { file: `test/contract/${file}`, outcomes }])
  }
}

/** The first test of a route or a procedure, as a path from the root. Null: it has none. */
export function testOf(name: string): string | null {
  return found.get(name)?.[0]?.file ?? null
}

function coverOf(route: string, outcome: string): string | null {
  return found.get(route)?.find((one) => one.outcomes.includes(outcome))?.file ?? null
}

export type OutcomeRow = {
  /** `POST /v1/clients` */
  readonly name: string
  /** `201`, or `409 duplicate_request` */
  readonly outcome: string
  /** Path of the test file, from the root; null: no test claims it. */
  readonly test: string | null
}

/** Every answer that a route declares. */
export const outcomeRows: readonly OutcomeRow[] = routes.flatMap((route) =>
  answersOf(`${route.method} ${route.path}`, route.endpoint),
)

/** Every answer of a procedure that has no path. What all of them can answer, `test/rules` gets of each. */
export const procedureRows: readonly OutcomeRow[] = proceduresOf(appRouter).flatMap(
  ({ name, endpoint }) =>
    endpoint === null || endpoint.rest !== null
      ? []
      : answersOf(name, endpoint).filter(({ outcome }) => !OF_ALL_PROCEDURES.has(outcome)),
)

function answersOf(
  name: string,
  { success, allProblems }: Pick<RestEndpoint, 'success' | 'allProblems'>,
): OutcomeRow[] {
  const own = Object.values(success).map((status) => ({
    name,
    outcome: String(status),
    test: coverOf(name, String(status)),
  }))
  const refusals = allProblems.map((code) => {
    const outcome = `${PROBLEMS[code].status} ${code}`
    const isCommon =
      COMMON_PROBLEMS.includes(code) ||
      code === 'duplicate_request' ||
      code === 'request_in_progress'
    return {
      name,
      outcome,
      test: coverOf(name, outcome) ?? (isCommon ? (WALKED[code] ?? null) : null),
    }
  })
  return [...own, ...refusals]
}

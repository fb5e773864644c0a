/**
 * No regular expression of the service takes more than linear time. One that begins again at every character
 * and runs to a far end each time, such as a trim at the end of a text, takes the square of its length:
 * enough for one request to stop everybody.
 */
import { globSync, readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { parse, type AnyNode } from 'acorn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { triesAll } from '../support/sample.ts'

const require = createRequire(import.meta.url)
// Its bundle in plain JavaScript: the package's own entry looks for a binary, and for Java.
const { checkSync } = require('recheck/lib/browser.js') as typeof import('recheck')
const { version } = require('recheck/package.json') as { readonly version: string }

const project = path.join(import.meta.dirname, '../..')
const FILES = globSync(
  ['apps/*/{src,bin}/**/*.{ts,js}', 'packages/*/src/**/*.ts', 'prisma/src/**/*.ts'],
  {
    cwd: project,
  },
).filter((file) => !/\.test\.ts$|\/generated\/|\/testing\/|-under-test\.ts$/.test(file))

const OWN_TEXT = 'It reads texts of the project, which no one outside chooses.'

/** Those that are not linear, and what bounds the text that they read. */
const JUSTIFIED: Readonly<Record<string, string>> = {
  'packages/client-code/src/shapes.ts /\\/\\*\\*[^]*?\\*\\/\\n/g': OWN_TEXT,
  'apps/api/src/docs/guides.ts /<!--.*?-->\\n?/gs': OWN_TEXT,
  'apps/api/src/docs/first-sentence.ts /\\[([^\\]]*)\\]\\([^)]*\\)/g': OWN_TEXT,
  'apps/api/src/docs/search-index.ts /^```.*?^```$/gms': OWN_TEXT,
  'apps/api/src/docs/search-index.ts /\\]\\([^)]*\\)/g': OWN_TEXT,
}

type Found = { readonly file: string; readonly source: string; readonly flags: string }

/** Made while a module is loaded: from constants. `caller`: the line that made it, as a stack tells it. */
const made: { source: string; flags: string; caller: string }[] = []
const original = globalThis.RegExp

beforeAll(() => {
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags]: [string | RegExp, string | undefined]) {
      const expression = new target(source, flags)
      const [, , caller = ''] = (new Error('made').stack ?? '').split('\n')
      made.push({ source: expression.source, flags: expression.flags, caller })
      return expression
    },
  })
})
afterAll(() => {
  globalThis.RegExp = original
})

const literals: Found[] = []
/** Files that make some by `new RegExp`, and how many. */
const makers = new Map<string, number>()
for (const file of FILES) {
  const text = readFileSync(path.join(project, file), 'utf8')
  const script = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  const options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true } as const
  visit(parse(script, options), (node) => {
    if (node.type === 'Literal' && node.regex != null) {
      literals.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    } else if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      makers.set(file, (makers.get(file) ?? 0) + 1)
    }
  })
}

function visit(node: AnyNode, see: (node: AnyNode) => void): void {
  see(node)
  for (const inner of Object.values(node).flat()) if (isNode(inner)) visit(inner, see)
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  )
}

/** Without a repetition that has no end, a match takes a number of steps that the expression itself bounds. */
function isBounded({ source }: Pick<Found, 'source'>): boolean {
  return !/[*+]|\{\d+,\}/.test(source)
}

const writtenOf = ({ source, flags }: Found): string => `/${source}/${flags}`
const nameOf = (found: Found): string => `${found.file} ${writtenOf(found)}`

/** Without limits of time: a busy machine would find quick expressions slow. Counts of steps bound each search. */
const LIMITS = { timeout: null, incubationTimeout: null, attackTimeout: null }

function verdictOf({ source, flags }: Pick<Found, 'source' | 'flags'>): string {
  const found = checkSync(source, flags, LIMITS)
  if (found.status === 'safe') return 'linear'
  if (found.status === 'unknown') return `unknown ${found.error.kind}`
  return `vulnerable ${found.complexity.type} ${found.attack.pattern}`
}

const justified = new Set(Object.keys(JUSTIFIED))
const distinct = new Map(literals.filter((one) => !isBounded(one)).map((one) => [nameOf(one), one]))

/**
 * The expressions that this version of the checker found linear, each as it is written. A check takes up to seconds, and
 * its answer never changes, so `npm test` checks what the list lacks. A run of all tests checks everything.
 */
const LIST = path.join(import.meta.dirname, 'linear-expressions.txt')
const CHECKER = `recheck ${version}`
const [listedBy, ...listed] = readFileSync(LIST, 'utf8').trimEnd().split('\n')
const known = new Set(triesAll || listedBy !== CHECKER ? [] : listed)
const isKnown = (found: Found): boolean => known.has(writtenOf(found))

const judged = [...distinct].filter(([name]) => !justified.has(name))
/** What the sources have of the list, and what this run found linear. */
const linear = new Set(judged.flatMap(([, found]) => (isKnown(found) ? [writtenOf(found)] : [])))

function expectLinear(found: Found): void {
  if (!isKnown(found)) expect(verdictOf(found), nameOf(found)).toBe('linear')
  linear.add(writtenOf(found))
}

describe('a regular expression', () => {
  it('that is not linear is found by the checker', () => {
    for (const bad of [/\/+$/, /^ +| +$/g, /\s+$/, /<([^>]+)>/, /(a+)+b/]) {
      expect(verdictOf(bad), String(bad)).toMatch(/^vulnerable (polynomial|exponential) /)
    }
    expect(verdictOf(/^[a-z]+(?:-[a-z]+)*$/)).toBe('linear')
  })

  it('stands in the sources, and each justified one is there', () => {
    expect(FILES.length).toBeGreaterThan(300)
    expect(distinct.size).toBeGreaterThan(40)
    expect([...justified].filter((name) => !distinct.has(name))).toEqual([])
  })

  it.each(judged.filter(([, found]) => !isKnown(found)))('is linear: %s', (_, found) =>
    expectLinear(found),
  )

  it('is made of constants while its module is loaded, and is linear', async () => {
    expect(makers.size).toBeGreaterThan(0)
    for (const [file, count] of makers) {
      await import(path.join(project, file))
      // Libraries make some too, whenever they like.
      const own = made.filter(({ caller }) => caller.includes(file))
      expect(own.length, `${file} makes one later, of what it is given`).toBeGreaterThanOrEqual(
        count,
      )
      for (const one of own) if (!isBounded(one)) expectLinear({ ...one, file })
    }
  })

  it('stands in the list once it was found linear, until no source has it', async () => {
    const list = [CHECKER, ...[...linear].toSorted()].map((line) => `${line}\n`).join('')
    await expect(list).toMatchFileSnapshot(LIST)
  })
})

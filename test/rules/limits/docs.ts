/** Every page and document, with every limit changed; and what no table can change, beside the limits as they are. */
import { actualLimits, CHANGES, to, type LimitName } from '../../support/changed-limits.ts'
import { LIMITS } from '@scheduling/core'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { DOCS, GUIDES } from '../../support/guides.ts'
import { shownLimit, shownValues } from '../../support/limit-rows.ts'

type Limits = Readonly<Record<string, number | readonly number[]>>

/** The changelog tells what was. */
const PAGES_OF_TODAY = GUIDES.filter((file) => file !== 'changes.md')
const textOf = (file: string) => readFileSync(new URL(file, DOCS), 'utf8')

let api: TestApi
/** As the service has them. */
let actual: Limits

beforeAll(async () => {
  api = await startTestApi()
  actual = await actualLimits()
})
afterAll(() => api.close())

const page = async (path: string) => (await fetch(`${api.url}${path}`)).text()

/** What follows from several limits. */
const derived = (limits: Limits): Limits => {
  const waits = [limits['deliveryRetryMinutes'] ?? []].flat()
  return {
    ...limits,
    deliveryAttempts: waits.length + 1,
    deliveryHours: Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 60),
    chatAttempts: [limits['chatRetryMinutes'] ?? []].flat().length + 1,
    signatureToleranceSeconds: Number(limits['signatureToleranceMinutes']) * 60,
  }
}

/** As a guide writes a limit. */
function written(name: string, limits: Limits): string {
  const value = derived(limits)[name]
  if (value === undefined) throw new Error(`A guide names the limit ${name}, which does not exist.`)
  return shownLimit(name, value).replace(/ KB$/, '')
}

const MARKED = /<!--limit (\w+)-->(\d+ (?:min|h)(?:, \d+ (?:min|h))+|[\d,]+)/g

/** Of each number that a guide marks: the limit, the number, and the words that follow it. */
function marked(file: string) {
  const text = textOf(file)
  return [...text.matchAll(MARKED)].map(({ 0: whole, 1: name = '', 2: number = '', index }) => {
    const [after = ''] = text.slice(index + whole.length).split(/[\n<|]/, 1)
    return { name, number, after }
  })
}

describe('every limit', () => {
  it('has a change, to a number that it does not have', () => {
    expect(Object.keys(CHANGES).sort()).toEqual(Object.keys(actual).sort())
    for (const [name, value] of Object.entries(actual)) {
      expect(to(name as LimitName), name).not.toEqual(value)
    }
  })

  it('stands on the page of limits', async () => {
    const values = Object.entries(LIMITS).map(([name, value]) => shownLimit(name, value))
    expect(shownValues(await page('/docs/limits.md')).sort()).toEqual(values.sort())
  })
})

describe('a guide', () => {
  it.each(PAGES_OF_TODAY)('%s shows the limits of now', async (file) => {
    const text = await page(`/docs/${file}`)
    expect(text).not.toContain('<!--')
    for (const { name, after } of marked(file)) {
      const shown = written(name, LIMITS)
      expect(text.replaceAll(/(?<=\d),(?=\d{3})/g, ''), name).toContain(`${shown}${after}`)
    }
  })

  it.each(PAGES_OF_TODAY)('%s says in its file what the table says', (file) => {
    for (const { name, number } of marked(file)) {
      expect([name, number.replace(/,(?=\d{3})/, '')]).toEqual([name, written(name, actual)])
    }
  })

  it.each(PAGES_OF_TODAY)('%s has no number with a unit that could be a limit', (file) => {
    const prose = textOf(file)
      .replaceAll(/```.*?```/gs, '')
      .replaceAll(/`[^`\n]*`/g, '')
      .replaceAll(/<!-- table: retries -->\n\n(?:\|.*\n)+/g, '')
    const bare = [...prose.matchAll(BARE)].map(([words]) => words.replaceAll(/\s+/g, ' '))
    const known = new Set([...NO_LIMITS, ...(OF_PROGRAMS[file] ?? [])])
    expect(bare.filter((words) => !known.has(words))).toEqual([])
  })

  it('shows the waits between attempts as they are', async () => {
    const rows = (text: string) =>
      [...text.matchAll(/^\| (\d+)(?:, the last)? +\| (\d+) (minute|hour)s? +\|$/gm)].map(
        ([, attempt, count, unit]) => [Number(attempt), Number(count) * (unit === 'hour' ? 60 : 1)],
      )
    const expected = (limits: Limits) =>
      [limits['deliveryRetryMinutes'] ?? []].flat().map((wait, index) => [index + 2, wait])
    expect(rows(await page('/docs/webhooks/delivery.md'))).toEqual(expected(LIMITS))
    expect(rows(textOf('webhooks/delivery.md'))).toEqual(expected(actual))
  })

  it('has samples that stay within the limits', () => {
    const client = textOf('../packages/client/src/client.ts')
    expect(client).toContain(`maxItems: ${actual['callsPerBatch']},`)
    const seconds = derived(actual)['signatureToleranceSeconds']
    const samples = textOf('webhooks/verify-signatures.md').match(/tolerance_?seconds =.*/gi)
    expect(samples).toHaveLength(4)
    for (const line of samples ?? []) expect(line).toMatch(new RegExp(`= ${seconds};?$`))
  })
})

/** A number and a unit in which limits are counted, not behind a mark. */
const BARE =
  /(?<!-->)(?<![\w:.,–-])\b\d[\d,]*(?: to \d+)?\s+(?:characters?|KB|MB|ms|s|seconds?|minutes?|hours?|days?|months?|percent|attempts?|calls?|keys?|headers?|secrets?|names?|entries|events?|values?|people|webhooks?|services?|a (?:minute|second))\b/g

/** Numbers of examples, of settings and of standards. */
const NO_LIMITS: ReadonlySet<string> = new Set([
  '4 characters',
  '10 seconds',
  '10 minutes',
  '25 minutes',
])

/** Numbers of the program that a page is about, which a test of the program holds. */
const OF_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'cli.md': ['9 seconds', '1 MB'],
  // How far the team may book and take back, which is a rule of the product.
  'dashboards/appointments.md': ['730 days', '366 days', '7 days'],
}

describe('the OpenAPI document', () => {
  it('says the limits of now', async () => {
    const document: any = await (await fetch(`${api.url}/v1/openapi.json`)).json()
    const { description } = document.info
    for (const words of [
      `${to('requestsPerKeyPerMinute')} a minute, ${to('requestsPerKeyPerSecond')} a second`,
      `| ${to('requestsPerOrganizationPerMinute')} a minute |`,
      `| ${to('availabilityRequestsPerKeyPerMinute')} a minute |`,
      `${to('unknownPathsPerAddressPerMinute')} of them in a minute`,
      `(${to('pageSizeDefault')} by default, at most ${to('pageSizeMax')})`,
      `the first ${to('faultsPerAnswer')} of them`,
      `at most ${to('idempotencyKeyCharacters')} characters`,
      `within ${to('idempotencyHours')} hours`,
      `over ${to('compressionBytes') / 1024} KB`,
    ])
      expect(description).toContain(words)

    const text = JSON.stringify(document)
    for (const words of [
      `for ${to('slotWindowDefaultDays')} days, or`,
      `at most ${to('slotWindowDays')} days`,
      `at most ${to('webhooksPerOrganization')} webhooks`,
      `For ${to('previousSecretHours')} hours, deliveries are also signed`,
      `While ${to('previousSecrets')} previous secrets still sign`,
      `more than ${to('signatureToleranceMinutes')} minutes away`,
      `events of the last ${to('eventRetentionDays')} days`,
      `the attempts of the last ${to('deliveryRetentionDays')} days`,
      `reads at most ${to('eventsReadPerPage')} events`,
      `The first ${to('deliveryResponseCharacters')} characters of the response`,
      `has at most ${to('templateBytes') / 1024} KB`,
      `At most ${to('webhookHeaders')} headers`,
      `At most ${to('webhookSecrets')} values`,
      `In steps of ${to('queueEstimateMinutes')}.`,
      `at most ${to('metadataKeys')} keys`,
    ])
      expect(text).toContain(words)

    const { schemas } = document.components
    expect(schemas.Service.properties.slot_interval_minutes).toMatchObject({
      minimum: to('slotIntervalMinMinutes'),
      maximum: to('slotIntervalMaxMinutes'),
    })
  })

  it('is told the same by the pages of errors', async () => {
    const duplicate = await page('/docs/errors/duplicate_request.md')
    expect(duplicate).toContain(`in the last ${to('idempotencyHours')} hours`)
    const full = await page('/docs/errors/webhook_limit_reached.md')
    expect(full).toContain(`${to('webhooksPerOrganization')} webhooks`)
  })
})

describe('a constraint of the database that repeats a limit', () => {
  it('allows what the limit allows', async () => {
    const { rows } = await api.connection.pool.query<{ text: string }>(
      `SELECT string_agg(pg_get_constraintdef(oid), ' ') AS text FROM pg_constraint
       WHERE conrelid = 'service'::regclass AND contype = 'c'`,
    )
    expect(rows[0]?.text).toContain(`slot_interval_minutes >= ${actual['slotIntervalMinMinutes']}`)
    expect(rows[0]?.text).toContain(`slot_interval_minutes <= ${actual['slotIntervalMaxMinutes']}`)
  })
})

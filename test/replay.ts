/**
 * After a run of the tests: makes each call that they left in `.data/exchanges` once more with the SDK, which gets the answer
 * that was recorded. After a part of the tests, `--part`: then not every route need be among them.
 */
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { recordedExchanges } from './support/exchanges.ts'
import { replay } from './support/sdk-replay.ts'

/**
 * Below it, the SDK is shown to do less than it should. Recorded calls differ from each other, so calls that its types
 * exclude are more frequent than in the tests.
 */
const LEAST_SHARE = 0.78
const SHOWN = 20

const { routes, find } = routeTable(appRouter)
const isWhole = !process.argv.includes('--part')
const exchanges = recordedExchanges()
const faults: string[] = []
/** Why calls were left out → how many. */
const left = new Map<string, number>()
/** Routes with a success that the SDK returned. */
const returned = new Set<string>()

for (const exchange of exchanges) {
  const { file, method, path, answer } = exchange
  try {
    const reason = await replay(exchange)
    if (reason !== null) left.set(reason, (left.get(reason) ?? 0) + 1)
    else if (answer.status < 300) {
      const found = find(method, path.split('?')[0] ?? '')
      if (found !== null && 'match' in found) returned.add(found.match.route.name)
    }
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? ` ${cause.message}` : ''
    faults.push(`${file}: ${method} ${path} answered ${answer.status}: ${message}${why}`)
  }
}

const leftOut = [...left.values()].reduce((sum, calls) => sum + calls, 0)
const reasons = [...left].toSorted(([, a], [, b]) => b - a).map((row) => row.join(' '))
console.log(
  `The SDK made ${exchanges.length - leftOut} of ${exchanges.length} recorded calls. Left out: ${reasons.join(', ')}.`,
)
if (isWhole) {
  const share = (exchanges.length - leftOut) / exchanges.length
  // Not a number where there are none.
  if (!(share >= LEAST_SHARE))
    faults.push(`Only ${Math.round(share * 100)} % of the calls were made with the SDK.`)
  for (const { name } of routes) {
    if (!returned.has(name)) faults.push(`${name}: no success went through the SDK.`)
  }
}
for (const fault of faults.slice(0, SHOWN)) console.error(fault)
if (faults.length > SHOWN) console.error(`And ${faults.length - SHOWN} more.`)
if (faults.length > 0) process.exitCode = 1

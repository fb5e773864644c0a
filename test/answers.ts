/**
 * After a whole run of the tests: holds `docs/outcomes.md`, which is made from the titles of the tests, against
 * the answers that the tests really got. A title alone proves nothing.
 */
import { outcomeRows } from './support/outcomes.ts'
import { recordedAnswers } from './support/answers.ts'

const got = recordedAnswers()

const unproven = outcomeRows.filter(
  ({ name, outcome, test }) => test === null || got.get(`${name} ${outcome}`)?.has(test) !== true,
)
const SHOWN = 40
for (const { name, outcome, test } of unproven.slice(0, SHOWN)) {
  const others = [...(got.get(`${name} ${outcome}`) ?? [])].sort()
  const elsewhere = others.length === 0 ? 'no test got it' : `it was got by ${others.join(', ')}`
  console.error(`${name} ${outcome}: ${test ?? 'no test'} claims it; ${elsewhere}.`)
}
if (unproven.length > SHOWN) console.error(`And ${unproven.length - SHOWN} more.`)
console.log(
  `${outcomeRows.length - unproven.length} of ${outcomeRows.length} declared answers were really given to the test that claims them.`,
)
if (unproven.length > 0) process.exitCode = 1

import { sampleEvent } from '@scheduling/events'
import { seeded } from '@scheduling/availability/seeded'
import { expect, test } from 'vitest'

import { WEBHOOK_LIMITS } from '../limits.ts'
import { renderTemplate, type RenderOutcome } from './render-template.ts'
import { TemplateWriter } from './template-grammar.ts'
import { threadStopwatch } from './stopwatch.ts'
import { cpuCost } from '../testing/cpu-cost.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const TIMEZONE = 'America/Sao_Paulo'
const TEMPLATES = process.env['TEST_EXTENT'] === 'all' ? 20_000 : 3000
const SECRET = 's3cret-s3cret'
/** Of CPU time. The limit is 100 ms; the rest is for compiling and collecting garbage. */
const MOST_MS = 150

/** What is wrong with an outcome, null when nothing is. Plain tests: thousands of `expect` are slow. */
function complaint(outcome: RenderOutcome, isJson: boolean): string | null {
  if (Reflect.get(globalThis, 'attacked') !== undefined) return 'code ran'
  if (!outcome.ok) {
    if (!/^template(\.body)?: (Line \d+, column \d+: )?\S/.test(outcome.message)) return 'no words'
    if (/s3cret|undefined|TypeError|Cannot read|\n/.test(outcome.message)) return 'raw words'
    return outcome.message.length < 400 ? null : 'many words'
  }
  const { body, secretsUsed } = outcome.rendered
  if (Buffer.byteLength(body) > WEBHOOK_LIMITS.templateResultBytes) return 'too large'
  if (body.includes(SECRET) && secretsUsed.join() !== 'crm') return 'a secret unannounced'
  if (isJson) JSON.parse(body)
  return body.isWellFormed() ? null : 'not well formed'
}

test(
  `${TEMPLATES} random templates end within the limits or in a clean refusal`,
  { timeout: 180_000 },
  () => {
    const event = sampleEvent('appointment.rescheduled', {
      organizationId: 1,
      timezone: TIMEZONE,
      now: NOW,
    })
    const eventBefore = JSON.stringify(event)
    const prototypeBefore = Reflect.ownKeys(Object.prototype)
    const context = {
      event,
      organization: { name: 'Clínica', timezone: TIMEZONE },
      secrets: { crm: SECRET },
      now: NOW,
      elapsedMs: threadStopwatch,
    }
    const writer = new TemplateWriter(seeded(20_261_120))
    let rendered = 0
    let slowestMs = 0
    for (let index = 0; index < TEMPLATES; index += 1) {
      const isJson = index % 2 === 0
      const body = writer.write(isJson)
      const content_type = isJson ? 'application/json' : 'text/plain'
      const startedAt = threadStopwatch()
      const template = { method: 'POST', content_type, body, headers: {}, query: {} } as const
      let wrong: string | null
      try {
        const outcome = renderTemplate(template, context)
        let took = threadStopwatch() - startedAt
        // What was not its own work, such as garbage of those before it, does not come again.
        if (took >= MOST_MS) took = cpuCost(MOST_MS, () => renderTemplate(template, context))
        slowestMs = Math.max(slowestMs, took)
        rendered += outcome.ok ? 1 : 0
        wrong = complaint(outcome, isJson)
      } catch (error) {
        throw new Error(`template ${index} threw: ${body}`, { cause: error })
      }
      if (wrong !== null) throw new Error(`template ${index} (${wrong}): ${body}`)
    }
    expect(JSON.stringify(event)).toBe(eventBefore)
    expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeBefore)
    // Neither half may be a token presence, or the fuzzer tests nothing.
    expect(rendered).toBeGreaterThan(TEMPLATES / 5)
    expect(TEMPLATES - rendered).toBeGreaterThan(TEMPLATES / 5)
    expect(slowestMs).toBeLessThan(MOST_MS)
  },
)

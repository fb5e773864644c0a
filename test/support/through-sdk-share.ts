/** How many calls of a run went through the SDK, and why the others did not. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../.data/through-sdk')

/** A run of fewer calls is one of chosen files, and says nothing of the whole. */
const WHOLE_RUN = 2000
/** Below it, the tests would prove less than they claim. */
const LEAST_SHARE = 0.8

export type Count = Record<string, number>

export const THROUGH = 'through the SDK'

/** Leaves what one API of a test counted. */
export function leaveCount(count: Count): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${randomBytes(8).toString('hex')}.json`), JSON.stringify(count))
}

/** The set-up of the project. @returns what fails the run when too few calls went through the SDK */
export default function setup(): () => void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return () => {
    const whole: Count = {}
    for (const name of readdirSync(folder)) {
      const count: Count = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
      for (const [reason, calls] of Object.entries(count)) {
        whole[reason] = (whole[reason] ?? 0) + calls
      }
    }
    const calls = Object.values(whole).reduce((sum, one) => sum + one, 0)
    if (calls === 0) return
    const rows = Object.entries(whole).toSorted(([, a], [, b]) => b - a)
    console.log(`Calls of the contract tests: ${rows.map((row) => row.join(' ')).join(', ')}.`)
    const share = (whole[THROUGH] ?? 0) / calls
    if (calls >= WHOLE_RUN && share < LEAST_SHARE) {
      throw new Error(`Only ${Math.round(share * 100)} % of the calls went through the SDK.`)
    }
  }
}

/**
 * Numbers in the guides. `<!--limit pageSizeMax-->200` in a file is shown as the number that the table has now;
 * `<!-- table: retries -->` is shown as the table made from it. A reader of the file sees what stands there, and
 * a test holds that it says the same.
 */
import { LIMITS } from '@scheduling/core'
import { table } from './markdown.ts'

const MARKED_NUMBER = /<!--limit (\w+)-->(\d+(?: (?:min|h)\b(?:, \d+ (?:min|h)\b)+|[\d,]*))/g
const MARKED_TABLE = /<!-- table: retries -->\n\n(?:\|.*\n)+/g

/** What follows from several limits, or is said in another unit. */
const DERIVED = {
  deliveryAttempts: LIMITS.deliveryRetryMinutes.length + 1,
  deliveryHours: Math.round(LIMITS.deliveryRetryMinutes.reduce((sum, wait) => sum + wait, 0) / 60),
  chatAttempts: LIMITS.chatRetryMinutes.length + 1,
  signatureToleranceSeconds: LIMITS.signatureToleranceMinutes * 60,
} as const

/** @param markdown the text of a guide */
export function withLimits(markdown: string): string {
  return markdown
    .replaceAll(MARKED_TABLE, `${retries()}\n`)
    .replaceAll(MARKED_NUMBER, (_marked, name: string, written: string) => figure(name, written))
}

/** Waits of minutes and hours. `90` stays in minutes. */
export function waitText(minutes: number): string {
  return minutes < 60 || minutes % 60 !== 0 ? `${minutes} min` : `${minutes / 60} h`
}

function figure(name: string, written: string): string {
  const value = valueOf(name)
  if (typeof value !== 'number') return value.map(waitText).join(', ')
  const shown = name.toLowerCase().endsWith('bytes') ? value / 1024 : value
  return written.includes(',') ? shown.toLocaleString('en') : String(shown)
}

function valueOf(name: string): number | readonly number[] {
  const value = new Map<string, number | readonly number[]>(
    Object.entries({ ...LIMITS, ...DERIVED }),
  ).get(name)
  if (value === undefined) throw new Error(`A guide names the limit ${name}, which does not exist.`)
  return value
}

function retries(): string {
  const last = LIMITS.deliveryRetryMinutes.length - 1
  const rows = LIMITS.deliveryRetryMinutes.map((wait, index) => [
    index === last ? `${index + 2}, the last` : String(index + 2),
    inWords(wait),
  ])
  return table(['Attempt', 'Wait after the previous attempt'], rows)
}

function inWords(minutes: number): string {
  const [count, unit] =
    minutes < 60 || minutes % 60 !== 0 ? [minutes, 'minute'] : [minutes / 60, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Processor time of processes, as Linux counts it. On other systems there is nothing to read: NaN. */
import { readdirSync, readFileSync } from 'node:fs'

/** Of `/proc/PID/stat`: a clock tick is a hundredth of a second on every Linux that we run on. */
export const TICKS_PER_SECOND = 100

/** Of a process alone. Seconds. */
export function processorSeconds(pid: number | undefined): number {
  return (statOf(pid)?.own ?? Number.NaN) / TICKS_PER_SECOND
}

/** Of a process, of those that it has made, and of those of them that have ended. Seconds. */
export function processorSecondsOfAll(pid: number): number {
  const own = statOf(pid)
  if (own === null) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks = children.reduce((sum, stat) => sum + (stat?.own ?? 0), own.own + own.ended)
  return ticks / TICKS_PER_SECOND
}

export function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0
}

type Stat = { readonly parent: number; readonly own: number; readonly ended: number }

/** The second field is a name in parentheses, which may hold any character. Null: it has ended. */
function statOf(pid: number | undefined): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return null
  }
}

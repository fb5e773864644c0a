/** Which of several versions of one entry counts: files carry older ones along. */
import { isProperty, valueOf, type Component } from './components.ts'

export type Version = {
  readonly uid: string
  /** The occurrence that it stands in for, as the file writes it; empty for the entry itself. */
  readonly occurrence: string
  readonly sequence: number
  /** `20261123T120000Z`: later ones sort later. */
  readonly stamp: string
}

export function versionOf({ lines }: Component): Version {
  let [uid, occurrence, sequence, stamp] = ['', '', '', '']
  for (const line of lines) {
    if (isProperty('UID', line)) uid = line.slice(line.indexOf(':') + 1).trim()
    else if (isProperty('RECURRENCE-ID', line)) occurrence = line.trim()
    else if (isProperty('SEQUENCE', line)) sequence = valueOf(line)
    else if (isProperty('DTSTAMP', line)) stamp = valueOf(line)
  }
  return { uid, occurrence, sequence: Number.parseInt(sequence, 10) || 0, stamp }
}

/** Of the versions with the same UID and RECURRENCE-ID the highest SEQUENCE counts, then the latest DTSTAMP. */
export class NewestVersions {
  readonly #newest = new Map<string, Version>()

  see(version: Version): void {
    const key = keyOf(version)
    const newest = this.#newest.get(key)
    if (newest === undefined || order(version, newest) > 0) this.#newest.set(key, version)
  }

  /** Versions that nothing tells apart all count. */
  has(version: Version): boolean {
    const newest = this.#newest.get(keyOf(version))
    return newest === undefined || order(version, newest) === 0
  }
}

function keyOf({ uid, occurrence }: Version): string {
  return `${uid}\n${occurrence}`
}

function order(one: Version, other: Version): number {
  if (one.sequence !== other.sequence) return one.sequence - other.sequence
  return one.stamp < other.stamp ? -1 : Number(one.stamp > other.stamp)
}

/** One of the commands about organizations. */
import type { Service } from '@scheduling/core'
import type { ParseArgsConfig } from 'node:util'

/** What a command is given: the word after it, and its options. */
export type Given = {
  /** The slug. */
  readonly slug: string
  /** The word after the slug. */
  readonly word: string
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export type Told = {
  /** For `--json`. */
  readonly value: unknown
  /** For people. */
  readonly lines: readonly string[]
}

export type Command = {
  /** `SLUG NAME --features a,b`, and a line of what it does. */
  readonly usage: readonly [how: string, does: string]
  /** How many words it needs after its name. */
  readonly words: 0 | 1 | 2
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** It writes addresses of the dashboard: `PUBLIC_BASE_URL` must be set. */
  readonly needsAddress?: boolean
  run(service: Service, given: Given): Promise<Told>
}

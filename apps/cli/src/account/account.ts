/** Whose key it is, and what it may do. */
import { oneLine } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `GET /v1/me`, as the wire has it. */
export type WireAccount = {
  readonly id: number
  readonly name: string
  readonly timezone: string
  readonly api_key: {
    readonly id: string
    readonly name: string
    readonly scopes: readonly string[]
  }
}

export function showAccount(
  terminal: Terminal,
  account: WireAccount,
  { url, from }: { readonly url: string; readonly from: string },
): void {
  const { id, name, timezone, api_key: key } = account
  terminal.result({ url, key_from: from, ...account }, [
    `${terminal.paint('bold', oneLine(name))} (organization ${id}, ${oneLine(timezone)})`,
    `  at      ${url}`,
    `  key     ${oneLine(key.name)} (${oneLine(key.id)}), from ${from}`,
    `  scopes  ${key.scopes.length === 0 ? 'none' : key.scopes.map(oneLine).join(', ')}`,
  ])
}

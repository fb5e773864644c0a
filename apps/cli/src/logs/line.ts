import { oneLine } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A request as the log has it, with the names of the wire. */
export type WireRequest = {
  readonly id: string
  readonly received_at: string
  readonly method: string
  readonly route: string
  readonly path_ids: Readonly<Record<string, string | number | null>>
  readonly status: number
  readonly code: string | null
  readonly faults: readonly { readonly field: string; readonly code: string }[]
  readonly duration_ms: number
  readonly replayed: boolean
  readonly times: number
}

/** `2026-11-24 09:00:00  409  PATCH  /v1/clients/7  slot_unavailable  12 ms  req_…` */
export function lineOf(terminal: Pick<Terminal, 'paint'>, one: WireRequest): string {
  const path = one.route.replaceAll(/\{(\w+)\}/g, (template, name: string) =>
    String(one.path_ids[name] ?? template),
  )
  return [
    terminal.paint('dim', oneLine(one.received_at).slice(0, 19).replace('T', ' ')),
    terminal.paint('bold', String(one.status)),
    oneLine(one.method).padEnd(6),
    oneLine(path),
    ...(one.code === null ? [] : [oneLine(one.code)]),
    ...(one.times > 1 ? [`${one.times} times`] : []),
    ...(one.replayed ? ['replayed'] : []),
    `${one.duration_ms} ms`,
    terminal.paint('dim', oneLine(one.id)),
  ].join('  ')
}

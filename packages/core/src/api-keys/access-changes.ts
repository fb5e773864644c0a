import type { Channel, ListeningSession, Notices } from '../ground/notices.ts'

/**
 * A change of a row that decides who may call. `everything`: any of these rows may have changed. `counting`: a
 * process wants to count rate limits, and another one holds the lock.
 */
export type AccessChange =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'organization'; readonly id: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'block'; readonly address: string; readonly untilMs: number }
  | { readonly kind: 'blocks' }
  | { readonly kind: 'counting' }
  | { readonly kind: 'everything' }

/** Notifies a process immediately of changes that other processes made. */
export type AccessChanges = {
  /** While false, no notifications arrive, and what was read must be read again soon. */
  readonly isListening: boolean
  /** Null while it does not listen. */
  readonly session: ListeningSession | null
  /** Registers for every change. The listener also gets `everything` whenever listening begins or ends. */
  onChange(listener: (change: AccessChange) => void): void
}

const CHANNEL: Channel = 'access_changed'

export function accessChangesOf(notices: Notices): AccessChanges {
  return {
    get isListening() {
      return notices.isListening
    },
    get session() {
      return notices.session
    },
    onChange(listener) {
      notices.on(CHANNEL, (payload) => listener(changeOf(payload)))
      notices.onTurn(() => listener({ kind: 'everything' }))
    },
  }
}

/** The notice that a process wants to count. */
export const WANTS_TO_COUNT = `NOTIFY ${CHANNEL}, 'counting'`

/** Reads `<table> <id>`, as the triggers write it. Anything else counts as `everything`. */
function changeOf(payload: string): AccessChange {
  const [table, id = '', address = ''] = payload.split(' ')
  if (table === 'api_key' && id !== '') return { kind: 'key', id }
  if (table === 'organization' && /^\d+$/.test(id)) return { kind: 'organization', id: Number(id) }
  if (table === 'operator_switch') return { kind: 'switch' }
  if (table === 'rate_limit_attempts') {
    return address === '' ? { kind: 'blocks' } : { kind: 'block', address, untilMs: Number(id) }
  }
  if (table === 'counting') return { kind: 'counting' }
  return { kind: 'everything' }
}

/** What the audit can be filtered by. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { ACTION_TEXTS, RECORD_TEXTS, type Action, type RecordKind } from '../../words/actions.ts'

export type Entry = inferRouterOutputs<AppRouter>['audit']['list']['data'][number]

// The tables have exactly these names.
export const ACTIONS = Object.keys(ACTION_TEXTS.pt) as readonly Action[]
export const RECORDS = Object.keys(RECORD_TEXTS.pt) as readonly RecordKind[]

export const ACTOR_TYPES = [
  'user',
  'client',
  'api_key',
  'agent',
  'system',
] as const satisfies readonly Entry['actor']['type'][]

export const SOURCES = [
  'dashboard',
  'public_booking',
  'api',
  'agent',
  'messaging',
  'payment',
  'recurrence',
  'system',
] as const satisfies readonly Entry['source'][]

/** Undefined: there is none of this name. */
export function actionIn(name: string | undefined): Action | undefined {
  return ACTIONS.find((one) => one === name)
}

/** Undefined: there is none of this name. */
export function recordIn(name: string | undefined): RecordKind | undefined {
  return RECORDS.find((one) => one === name)
}

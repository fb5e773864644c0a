/** A change that can leave appointments without their place, as the service takes it: first as a preview. */
import type { AppRouter, inferRouterInputs, inferRouterOutputs } from '@scheduling/client'
import { reasonOf } from '../../api/reason.ts'

type SetWeek = inferRouterInputs<AppRouter>['schedule']['setWeek']

export type Impact = inferRouterOutputs<AppRouter>['schedule']['setWeek']['impact']
export type Concerned = Impact['appointments'][number]
export type Action = NonNullable<SetWeek['appointments']>
export type HoldAction = NonNullable<SetWeek['holds']>

/** What every change of this kind takes beside its own fields. */
export type Choice = Pick<
  SetWeek,
  'appointments' | 'decisions' | 'holds' | 'reason' | 'preview' | 'version'
>

export type ImpactfulChange = {
  /** What is about to change, such as "Hours of Ana". */
  readonly title: string
  send(choice: Choice): Promise<{ readonly impact: Impact }>
  /** Whether a reason can be given here. Without it, the change has one of its own. */
  readonly takesReason: boolean
  /** What can happen to the appointments; by default each of the three. */
  readonly actions?: readonly Action[]
  /** Called once it is saved. */
  onDone(impact: Impact): void
  /** Called when it is refused before anything was asked, such as by a form whose field is wrong. */
  onRefused(error: unknown): void
}

/** Whether something changed since the preview. */
export function isStale(error: unknown): boolean {
  const errors = reasonOf(error).refusal?.errors ?? []
  return errors.some(({ field }) => field === 'version')
}

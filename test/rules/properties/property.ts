/** What holds of every route or of every procedure, as a row of the walk. */
import type { Route } from '@scheduling/api'
import type { Procedure } from '@scheduling/core'
import type { World } from './world.ts'

export type Property<Of extends Route | Procedure> = {
  /** Ends the title of each of its tests. */
  readonly name: string
  /** Left out: to each. */
  readonly appliesTo?: (of: Of) => boolean
  readonly check: (of: Of, world: World) => Promise<void>
  /** Holds while it is checked. @returns what ends it */
  readonly during?: (world: World) => Promise<() => Promise<void>>
}

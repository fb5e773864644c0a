/** Who is signed in, and the organization whose day is shown. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { createContext, use, type ReactNode } from 'react'

export type Me = inferRouterOutputs<AppRouter>['account']['me']

const MeContext = createContext<Me | null>(null)

export function MeProvider({ me, children }: { readonly me: Me; readonly children: ReactNode }) {
  return <MeContext value={me}>{children}</MeContext>
}

export function useMe(): Me {
  const me = use(MeContext)
  if (me === null) throw new Error('No one is signed in here.')
  return me
}

/** The time zone of the organization: every time on the screen is its wall clock. */
export function useZone(): string {
  return useMe().organization.timezone
}

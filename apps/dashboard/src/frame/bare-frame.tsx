/** A page of a signed-in user with nothing around it. */
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SessionGate } from '../session/session-gate.tsx'

export function BareFrame() {
  return (
    <SessionGate>
      <Suspense>
        <Outlet />
      </Suspense>
    </SessionGate>
  )
}

import { useMe } from '../session/me.tsx'
import { mayCall, type Call } from './access.ts'

/** Whether the user who is signed in may call something. What may not be called is not shown. */
export function useMay(): (call: Call) => boolean {
  const { access } = useMe()
  return (call) => mayCall(access, call)
}

/** What must not be begun twice: both clicks of a double click come before the next render. */
import { useRef } from 'react'

/** Returns the same function, which does nothing while it is under way. */
export function useSingle<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): (...args: Args) => void {
  const isUnderWay = useRef(false)
  return (...args) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    // Its failure is told by the mutation that it belongs to.
    run(...args)
      .catch(() => undefined)
      .finally(() => {
        isUnderWay.current = false
      })
  }
}

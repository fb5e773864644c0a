import { useEffect, useState } from 'react'
import { now } from './clock.ts'

/** What time it is in the organization, in epoch milliseconds, and again after each interval. */
export function useNow(everyMs: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return time
}

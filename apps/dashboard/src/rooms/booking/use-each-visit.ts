/** Changes the visits of a session one after the other. A refused visit stays as it was and is listed. */
import { useState } from 'react'
import { useExplain } from '../../parts/tell.tsx'
import { readAppointmentsAgain } from './use-appointment.ts'

export type Visit = { readonly id: number; readonly client_name: string }
export type Failed = { readonly visit: Visit; readonly why: string }

/** @param onDone takes how many were changed, once none is left */
export function useEachVisit(visits: readonly Visit[], onDone: (count: number) => void) {
  const explain = useExplain()
  const [failed, setFailed] = useState<readonly Failed[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Those that were not changed yet. */
  const left = failed === null ? visits : failed.map(({ visit }) => visit)
  async function run(act: (visit: Visit) => Promise<unknown>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const refused: Failed[] = []
    for (const visit of left) {
      try {
        await act(visit)
      } catch (error) {
        refused.push({ visit, why: explain(error).text })
      }
    }
    setBusy(false)
    setFailed(refused)
    readAppointmentsAgain()
    if (refused.length === 0) onDone(visits.length)
  }
  return { left, failed: failed ?? [], isBusy, run }
}

/**
 * Saves a change. If it leaves appointments without their place, they are shown first, and what happens to each is
 * decided; if it leaves none, nothing is asked.
 */
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { useSingle } from '../use-single.ts'
import { isStale, type Impact, type ImpactfulChange } from './change.ts'

const ImpactDialog = lazyPart(
  () => import('./impact-dialog.tsx'),
  (file) => file.ImpactDialog,
)

/** A booking may come between the preview and the change, but not again and again. */
const MOST_PREVIEWS = 3

type Asked = { readonly change: ImpactfulChange; readonly impact: Impact }

type SavingWithImpact = {
  save(change: ImpactfulChange): void
  readonly isBusy: boolean
  /** To be rendered; null while nothing is asked. */
  readonly dialog: ReactNode | null
}

export function useImpact(): SavingWithImpact {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: attempt,
    onSuccess: ({ impact, isSaved }, change) => {
      if (isSaved) change.onDone(impact)
      else setAsked({ change, impact })
    },
    onError: (error, change) => change.onRefused(error),
  })
  const begin = useSingle(mutateAsync)
  return {
    save: (change) => {
      if (asked === null) begin(change)
    },
    isBusy: isPending,
    dialog:
      asked === null ? null : (
        <ImpactDialog
          change={asked.change}
          first={asked.impact}
          onDone={(impact) => {
            setAsked(null)
            asked.change.onDone(impact)
          }}
          onClose={() => setAsked(null)}
        />
      ),
  }
}

async function attempt({ send }: ImpactfulChange): Promise<{ impact: Impact; isSaved: boolean }> {
  for (let tried = 1; ; tried += 1) {
    const { impact } = await send({ preview: true })
    if (impact.total > 0 || impact.holds.length > 0) return { impact, isSaved: false }
    try {
      return { impact: (await send({ version: impact.version })).impact, isSaved: true }
    } catch (error) {
      if (!isStale(error) || tried === MOST_PREVIEWS) throw error
    }
  }
}

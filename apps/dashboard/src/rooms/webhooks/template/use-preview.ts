/** Tries a template while it is written. The answer to the newest text wins, and the last one stands until then. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { scheduling } from '../../../api/client.ts'
import { reasonOf } from '../../../api/reason.ts'
import type { Preview, PreviewWish } from '../types.ts'
import { faultOf, type Fault } from './places.ts'

export type Tried = {
  readonly preview: Preview | null
  readonly faults: readonly Fault[]
  /** What is no fault of the template. */
  readonly error: unknown
}

const PAUSE_MS = 350
const NOTHING: Tried = { preview: null, faults: [], error: null }

/** @param wish null: there is nothing to try */
export function usePreview(wish: PreviewWish | null): Tried {
  const [asked] = useDebouncedValue(JSON.stringify(wish), PAUSE_MS)
  const { data, error } = useQuery({
    queryKey: ['tried template', asked],
    queryFn: ({ signal }) =>
      // Safe: it was made of a wish three lines above.
      scheduling.webhooks.preview.mutate(JSON.parse(asked) as PreviewWish, { signal }),
    enabled: asked !== 'null',
    staleTime: Infinity,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  })
  const [tried, setTried] = useState(NOTHING)
  useEffect(() => {
    if (data !== undefined) setTried({ preview: data, faults: [], error: null })
    else if (error !== null) {
      const faults = reasonOf(error).refusal?.errors.map(faultOf) ?? []
      setTried((before) => ({
        preview: faults.length === 0 ? before.preview : null,
        faults,
        error: faults.length === 0 ? error : null,
      }))
    }
  }, [data, error])
  return tried
}

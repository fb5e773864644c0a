/** The variables of a template, with the values that a sample event of a type has. */
import type { EventType } from '@scheduling/events/event-types'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { scheduling } from '../../../api/client.ts'
import { useMe } from '../../../session/me.tsx'
import type { Knowledge } from './suggestions.ts'

export function useSample(type: EventType): Knowledge['sample'] {
  const { organization } = useMe()
  const { data } = useQuery({
    queryKey: ['sample event', type],
    queryFn: ({ signal }) => scheduling.webhooks.preview.mutate({ event_type: type }, { signal }),
    staleTime: Infinity,
  })
  return useMemo(() => {
    const { name, timezone } = organization
    const event: unknown = data?.kind === 'request' ? JSON.parse(data.body) : {}
    return {
      ...(typeof event === 'object' ? event : {}),
      organization: { name, timezone },
      now: new Date().toISOString(),
    }
  }, [data, organization])
}

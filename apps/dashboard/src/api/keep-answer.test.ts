import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepAnswer } from './keep-answer.ts'

it('lets no read that began before the change put the old state back', async () => {
  const cache = new QueryClient()
  const reads: ((state: string) => void)[] = []
  const settings = queryOptions({
    queryKey: ['settings'],
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
  })
  const first = cache.fetchQuery(settings)
  reads[0]?.('on')
  await first

  const late = cache.fetchQuery(settings).catch(() => undefined)
  await keepAnswer(cache, settings.queryKey, 'off')
  reads[1]?.('on')
  await late

  expect(reads).toHaveLength(2)
  expect(cache.getQueryData(settings.queryKey)).toBe('off')
  cache.clear()
})

/** Something to try things out with, for an organization that has nothing yet. */
import { Note } from '../../parts/note.tsx'
import { Box, Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { SETTING_TEXTS } from './texts.ts'

export function SampleData() {
  const t = useTexts(SETTING_TEXTS)
  const tell = useTell()
  const services = useQuery(api.services.list.queryOptions({ limit: 1 }))
  const clients = useQuery(api.clients.list.queryOptions({ limit: 1 }))
  const add = useMutation(
    api.organization.addSampleData.mutationOptions({
      onSuccess: () => tell.done(t.sampleAdded),
      onError: tell.refused,
      onSettled: () => void cache.invalidateQueries(),
    }),
  )
  if (services.data?.data.length !== 0 || clients.data?.data.length !== 0) return null
  return (
    <Box mb="lg" maw={640}>
      <Note color="teal" title={t.sampleTitle}>
        <Text size="sm" mb="sm">
          {t.sampleAbout}
        </Text>
        <Button loading={add.isPending} onClick={() => add.mutate({})}>
          {t.sampleAdd}
        </Button>
      </Note>
    </Box>
  )
}

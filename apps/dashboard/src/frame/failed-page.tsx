/** In place of a page that failed. It needs nothing that has to be loaded. */
import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../words/language.tsx'
import { FRAME_TEXTS } from './texts.ts'

export function FailedPage() {
  const t = useTexts(FRAME_TEXTS)
  return (
    <Center component="main" mih="60vh" p="md">
      <Stack align="center" maw={420} ta="center" role="alert">
        <Title order={1} size="h2">
          {t.failedTitle}
        </Title>
        <Text>{t.failed}</Text>
        <Button onClick={() => location.reload()}>{t.reload}</Button>
      </Stack>
    </Center>
  )
}

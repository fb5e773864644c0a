/** Where there is nothing to show. */
import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../words/language.tsx'
import { FRAME_TEXTS } from './texts.ts'

export function NotFoundPage() {
  const t = useTexts(FRAME_TEXTS)
  return (
    <Center component="main" mih="60vh" p="md">
      <Stack align="center" maw={420} ta="center">
        <Title order={1} size="h2">
          {t.notFoundTitle}
        </Title>
        <Text>{t.notFound}</Text>
        <Button component="a" href="/app/">
          {t.toAgenda}
        </Button>
      </Stack>
    </Center>
  )
}

/** In place of a page that failed. It needs nothing that has to be loaded. */
import { Button, Center, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { FRAME_TEXTS } from './texts.ts'

/** The files of a page did not come. */
export class NotLoaded extends Error {}

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

/** In place of one page. What stands around it goes on, and the page is tried again when the network is back. */
export function FailedRoom({ error, reset }: ErrorComponentProps) {
  const t = useTexts(FRAME_TEXTS)
  const { tryAgain } = useTexts(EVERYWHERE)
  const load = async (): Promise<void> => {
    if (!(error instanceof NotLoaded)) {
      reset()
      return
    }
    // A browser does not ask again for a file that it could not load, so the app begins again, once it is there.
    const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
    if (answer?.ok === true) location.reload()
  }
  const back = useEffectEvent(() => void load())
  useEffect(() => {
    const listener = (): void => back()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" maw={420} ta="center" role="alert">
        <Title order={1} size="h2">
          {t.failedTitle}
        </Title>
        <Text>{t.failedRoom}</Text>
        <Button onClick={() => void load()}>{tryAgain}</Button>
      </Stack>
    </Center>
  )
}

/** The frame of the pages that need no session: one card in the middle, and the other language. */
import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import mark from '../icon.svg'
import { FRAME_TEXTS } from '../frame/texts.ts'
import { useLanguage } from '../words/language.tsx'

type Props = { readonly title: string; readonly about: string; readonly children: ReactNode }

export function OpenPage({ title, about, children }: Props) {
  const { language, choose } = useLanguage()
  useDocumentTitle(title)
  const other = language === 'pt' ? 'en' : 'pt'
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={400}>
        <Group gap="xs" justify="center">
          <img src={mark} alt="" width={32} height={32} />
          <Text fw={700} size="lg">
            Agenda
          </Text>
        </Group>
        <Paper withBorder p="lg" shadow="sm">
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed" size="sm" mb="md">
            {about}
          </Text>
          {children}
        </Paper>
        <Anchor component="button" ta="center" lang={other} onClick={() => choose(other)}>
          {FRAME_TEXTS[language].otherLanguage}
        </Anchor>
      </Stack>
    </Center>
  )
}

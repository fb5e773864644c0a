/** What the public page shows: where it is, how it looks, and how it stands in other sites. */
import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconWorldOff } from '../../icons/more.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTexts } from '../../words/language.tsx'
import { Address } from './address.tsx'
import { BrandForm } from './brand-form.tsx'
import { EmbedCode } from './embed-code.tsx'
import { Logo } from './logo.tsx'
import { PUBLIC_PAGE_TEXTS } from './texts.ts'

export function PublicPagePage() {
  const t = useTexts(PUBLIC_PAGE_TEXTS)
  const asked = useQuery(api.organization.get.queryOptions({}))
  const settings = asked.data
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      {settings === undefined ? (
        asked.error === null ? (
          <WaitingRows />
        ) : (
          <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
        )
      ) : settings.slug === null ? (
        <Empty icon={IconWorldOff} title={t.noAddress} text={t.aboutNoAddress}>
          <Anchor component={Link} to="/settings">
            {t.toSettings}
          </Anchor>
        </Empty>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <Stack>
            <Address slug={settings.slug} />
            <EmbedCode slug={settings.slug} language={settings.language} />
          </Stack>
          <Stack>
            <BrandForm settings={settings} />
            <Logo settings={settings} />
            <Text size="sm" c="dimmed">
              {t.aboutServices}
            </Text>
          </Stack>
        </SimpleGrid>
      )}
    </>
  )
}

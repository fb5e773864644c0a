/** Keys with which programs use the API. */
import { Button, Code } from '@mantine/core'
import { IconKey, IconPlus } from '../../icons/icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useTexts } from '../../words/language.tsx'
import { CreateKey } from './create-key.tsx'
import { EditKey } from './edit-key.tsx'
import { KeyRow, type ApiKey } from './key-row.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { KEY_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/keys')

export function KeysPage() {
  const t = useTexts(KEY_TEXTS)
  const { create = false } = route.useSearch()
  const navigate = route.useNavigate()
  const [edited, setEdited] = useState<ApiKey | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const keys = useInfiniteQuery(
    api.apiKeys.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.next_cursor }),
  )
  const open = () => void navigate({ search: { create: 'yes' } })
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHead title={t.title} about={t.about}>
        <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default">
          {t.docs}
        </Button>
        {button}
      </PageHead>
      <LongList
        query={keys}
        empty={
          <Empty icon={IconKey} title={t.none} text={t.aboutNone}>
            <Code>Authorization: Bearer …</Code>
            {button}
          </Empty>
        }
      >
        {(rows) => (
          <Rows label={t.title}>
            {rows.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                onEdit={() => setEdited(key)}
                onRevoke={() => setRevoked(key)}
              />
            ))}
          </Rows>
        )}
      </LongList>
      {create !== false && <CreateKey onClose={() => void navigate({ search: {} })} />}
      {edited !== null && <EditKey apiKey={edited} onClose={() => setEdited(null)} />}
      {revoked !== null && <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

/** Everybody the clinic knows, found as one types. What is searched for stands in the address. */
import { ActionIcon, Button, Loader, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch, IconUserPlus, IconDots } from '../../icons/icons.ts'
import { IconDownload, IconUpload } from '../../icons/more.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useMay } from '../../access/use-may.ts'
import { api } from '../../api/client.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useLanguage, useTexts } from '../../words/language.tsx'
import { ClientList } from './client-list.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { listDownload } from './downloads.ts'
import { CLIENTS_TEXTS } from './texts.ts'

const ImportDialog = lazyPart(
  () => import('./import-dialog.tsx'),
  (file) => file.ImportDialog,
)

const route = getRouteApi('/frame/clients')

const TYPING_MS = 200
const MOST_CHARACTERS = 100
const PAGE = 50

export function ClientsPage() {
  const t = useTexts(CLIENTS_TEXTS)
  const { language } = useLanguage()
  const may = useMay()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(q)
  const [open, setOpen] = useState<'create' | 'import' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((text: string) => {
    void navigate({ search: text === '' ? {} : { q: text }, replace: true })
  }, TYPING_MS)
  // The address changes without typing too: back, or a link.
  const [seen, setSeen] = useState(q)
  if (seen !== q) {
    setSeen(q)
    if (typed.trim() !== q) setTyped(q)
  }
  useEffect(() => {
    // On a phone the keyboard would cover the list.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  useHotkeys([
    ['/', () => field.current?.focus()],
    ['n', () => may('clients.create') && setOpen('create')],
  ])
  const asked = useInfiniteQuery(
    api.clients.list.infiniteQueryOptions(q === '' ? { limit: PAGE } : { limit: PAGE, q }, {
      getNextPageParam: (last) => last.next_cursor,
      // The answer to the latest text wins; until it is there, the one before stays.
      placeholderData: keepPreviousData,
    }),
  )
  const isSearching = asked.isPlaceholderData || typed.trim() !== q

  return (
    <>
      <PageHead title={t.title} about={t.about}>
        {may('downloads.clients') && (
          <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t.more}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component="a"
                href={listDownload(q, language)}
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t.download}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => setOpen('import')}
              >
                {t.import}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {may('clients.create') && (
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            aria-keyshortcuts="N"
            onClick={() => setOpen('create')}
          >
            {t.create}
          </Button>
        )}
      </PageHead>
      <TextInput
        ref={field}
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isSearching ? <Loader size={16} aria-label={t.searching} /> : null}
        value={typed}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        size="md"
        mb="md"
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
      />
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      <ClientList asked={asked} q={q} onCreate={() => setOpen('create')} />
      {open === 'create' && <CreateDialog typed={typed} onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportDialog onClose={() => setOpen(null)} />}
    </>
  )
}

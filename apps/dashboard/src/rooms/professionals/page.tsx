/** Who works here, and who left. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUsers } from '../../icons/icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { finds } from '../../parts/finds.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { useProfessionals, type ProfessionalRow } from '../../parts/whole-lists.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { DeactivateProfessional } from './deactivate-professional.tsx'
import { ProfessionalList } from './professional-list.tsx'
import { PROFESSIONALS_TEXTS } from './texts.ts'

const ProfessionalDrawer = lazyPart(
  () => import('./professional-drawer.tsx'),
  (file) => file.ProfessionalDrawer,
)

const TYPING_MS = 200
const PAGE = 100

export function ProfessionalsPage() {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const search = useSearch({ from: '/frame/professionals' })
  const navigate = useNavigate({ from: '/professionals' })
  const set = (change: Partial<typeof search>): void =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const [typed, setTyped] = useState(search.q ?? '')
  const find = useDebouncedCallback((q: string) => set({ q: q === '' ? undefined : q }), TYPING_MS)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<ProfessionalRow | null>(null)
  const isOfGone = search.state === 'inactive'
  const present = useProfessionals()
  const gone = useInfiniteQuery(
    api.professionals.listInactive.infiniteQueryOptions(
      { limit: PAGE },
      { getNextPageParam: (last) => last.next_cursor, enabled: isOfGone },
    ),
  )
  const rows = isOfGone
    ? gone.data?.pages.flatMap((page) => page.data)
    : present.rows?.filter((one) => one.is_active)
  const error = isOfGone ? gone.error : present.error
  const shown = rows?.filter((one) => finds(search.q, one.name, one.registry, one.email))
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <>
      <PageHead title={t.title} about={t.about}>
        {add}
      </PageHead>
      <Stack>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t.search}
            type="search"
            leftSection={<IconSearch size={16} aria-hidden />}
            flex="1 1 14rem"
            maw={420}
            maxLength={100}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              find(event.currentTarget.value)
            }}
          />
          <NativeSelect
            label={t.state}
            value={search.state ?? 'active'}
            data={(['active', 'inactive'] as const).map((one) => ({
              value: one,
              label: t.states[one],
            }))}
            onChange={(event) =>
              set({ state: event.currentTarget.value === 'inactive' ? 'inactive' : undefined })
            }
          />
        </Group>
        <RefusedNote
          error={error}
          onRetry={() => {
            if (isOfGone) void gone.refetch()
            else present.retry()
          }}
        />
        {shown === undefined && error === null && <WaitingRows />}
        {shown?.length === 0 && (
          <Empty
            icon={IconUsers}
            title={search.q !== undefined ? t.noneTitle : isOfGone ? t.noneLeftTitle : t.emptyTitle}
            text={search.q !== undefined ? t.none : isOfGone ? t.noneLeft : t.empty}
            onClear={
              search.q === undefined && !isOfGone
                ? undefined
                : () => {
                    setTyped('')
                    void navigate({ search: {} })
                  }
            }
          >
            {add}
          </Empty>
        )}
        {shown !== undefined && shown.length > 0 && (
          <ProfessionalList
            professionals={shown}
            isWhole={!isOfGone || !gone.hasNextPage}
            onEdit={(one) => set({ professional_id: one.id })}
            onDeactivate={setLeaving}
          />
        )}
        {isOfGone && gone.hasNextPage && (
          <Button
            variant="default"
            loading={gone.isFetchingNextPage}
            onClick={() => void gone.fetchNextPage()}
          >
            {everywhere.more}
          </Button>
        )}
      </Stack>
      {isAdding && <ProfessionalDrawer professionalId={null} onClose={() => setAdding(false)} />}
      {search.professional_id !== undefined && (
        <ProfessionalDrawer
          professionalId={search.professional_id}
          onClose={() => set({ professional_id: undefined })}
        />
      )}
      {leaving !== null && (
        <DeactivateProfessional professional={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  )
}

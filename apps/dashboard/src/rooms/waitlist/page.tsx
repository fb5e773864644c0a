/** Who waits for time that is taken now. */
import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconBell, IconPlus } from '../../icons/icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AppointmentCard } from '../booking/dialogs.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { ServiceSelect } from '../../parts/service-select.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { WAITLIST_TEXTS } from './texts.ts'
import type { Asked } from './wish.ts'
import { WishList } from './wish-list.tsx'

const AddDialog = lazyPart(
  () => import('./add-dialog.tsx'),
  (file) => file.AddDialog,
)
const OfferDialog = lazyPart(
  () => import('./offer-dialog.tsx'),
  (file) => file.OfferDialog,
)

const route = getRouteApi('/frame/waitlist')

const PAGE = 50
/** That one call removes. */
const MOST_REMOVED = 100
/** By what is shown; what is left out is the default of the list. */
const STATUSES = {
  open: undefined,
  unconfirmed: ['UNCONFIRMED'],
  ended: ['BOOKED', 'EXPIRED', 'REMOVED'],
} as const

export function WaitlistPage() {
  const t = useTexts(WAITLIST_TEXTS)
  const { loading, more } = useTexts(EVERYWHERE)
  const filters = route.useSearch()
  const { show = 'open', service, professional } = filters
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Asked | null>(null)
  const close = (): void => setOpen(null)
  useHotkeys([['n', () => setOpen({ what: 'add' })]])
  const filter = (change: Partial<typeof filters>): void =>
    void navigate({ search: { ...filters, ...change }, replace: true })
  const asked = useInfiniteQuery(
    api.waitlist.list.infiniteQueryOptions(
      {
        limit: PAGE,
        expand: ['client'],
        ...(STATUSES[show] !== undefined && { status: [...STATUSES[show]] }),
        ...(service !== undefined && { service_id: service }),
        ...(professional !== undefined && { professional_id: professional }),
      },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  const wishes = asked.data?.pages.flatMap((page) => page.data)
  const noneOf = { open: t.none, unconfirmed: t.noneUnconfirmed, ended: t.noneEnded }
  const removable = wishes?.slice(0, MOST_REMOVED) ?? []
  const isFiltered = service !== undefined || professional !== undefined
  return (
    <>
      <PageHead title={t.title} about={t.about}>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-keyshortcuts="N"
          onClick={() => setOpen({ what: 'add' })}
        >
          {t.add}
        </Button>
      </PageHead>
      <Group align="flex-end" mb="md">
        <SegmentedControl
          aria-label={t.show}
          value={show}
          data={[
            { value: 'open', label: t.open },
            { value: 'unconfirmed', label: t.unconfirmed },
            { value: 'ended', label: t.ended },
          ]}
          onChange={(value) =>
            filter({ show: value === 'ended' || value === 'unconfirmed' ? value : undefined })
          }
        />
        <ServiceSelect
          label={t.service}
          withAll
          w={220}
          value={service ?? null}
          onChange={(id) => filter({ service: id ?? undefined })}
        />
        <ProfessionalSelect
          label={t.professional}
          none="everybody"
          w={220}
          value={professional ?? null}
          onChange={(id) => filter({ professional: id ?? undefined })}
        />
      </Group>
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      {wishes === undefined ? (
        asked.error === null && (
          <Stack gap="xs" role="status" aria-label={loading}>
            <Skeleton h={110} />
            <Skeleton h={110} />
          </Stack>
        )
      ) : wishes.length === 0 ? (
        <Empty icon={IconBell} title={t.noneTitle} text={isFiltered ? t.noneFound : noneOf[show]}>
          <Button variant="default" onClick={() => setOpen({ what: 'add' })}>
            {t.add}
          </Button>
        </Empty>
      ) : (
        <>
          {show === 'unconfirmed' && removable.length > 1 && (
            <Button
              mb="sm"
              variant="default"
              onClick={() => setOpen({ what: 'removeAll', wishes: removable })}
            >
              {t.removeAll(removable.length)}
            </Button>
          )}
          <WishList wishes={wishes} ask={setOpen} />
        </>
      )}
      {asked.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={asked.isFetchingNextPage}
          onClick={() => void asked.fetchNextPage()}
        >
          {more}
        </Button>
      )}
      {open?.what === 'remove' && <RemoveDialog wishes={[open.wish]} onClose={close} />}
      {open?.what === 'removeAll' && <RemoveDialog wishes={open.wishes} onClose={close} />}
      {open?.what === 'add' && <AddDialog onClose={close} />}
      {open?.what === 'offer' && <OfferDialog wish={open.wish} onClose={close} />}
      {open?.what === 'appointment' && <AppointmentCard appointmentId={open.id} onClose={close} />}
    </>
  )
}

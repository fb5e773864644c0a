/** The queue of the day, for the desk. */
import { Box, Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArmchair, IconDeviceTv, IconPlus } from '../../icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../access/use-may.ts'
import { api } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useProfessionals, useServices } from '../../parts/whole-lists.ts'
import { useTexts } from '../../words/language.tsx'
import { AddDialog } from './add-dialog.tsx'
import { Board } from './board.tsx'
import { CallDialog } from './call-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DeskDialog } from './desk-dialog.tsx'
import { Desks } from './desks.tsx'
import {
  useCallEnds,
  useEnded,
  useOnTheirWay,
  usePresent,
  type Desk,
  type Entry,
} from './entries.ts'
import { EntryCard } from './entry-card.tsx'
import { callerOf, waitingFor } from './next-in-line.ts'
import { placeOf } from './places.ts'
import { useSteps } from './steps.ts'
import { QUEUE_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/queue')

type Asked =
  | { readonly what: 'call' | 'cancel'; readonly entry: Entry }
  | { readonly what: 'desk'; readonly desk: Desk }
  | { readonly what: 'add' }

export function QueuePage() {
  const t = useTexts(QUEUE_TEXTS)
  const { professional } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()
  const [asked, setAsked] = useState<Asked | null>(null)
  const present = usePresent(professional)
  const ended = useEnded(professional)
  const comers = useOnTheirWay()
  const callEnds = useCallEnds()
  const steps = useSteps()
  const desks = useQueueDesks()
  const shown = desks.rows?.filter(
    ({ professional_id: id }) => professional === undefined || id === professional,
  )
  const isBare = shown?.length === 0 && present.entries?.length === 0
  const close = (): void => setAsked(null)
  useHotkeys([['n', () => setAsked({ what: 'add' })]])

  if (reasonOf(desks.error).refusal?.code === 'feature_not_enabled') {
    return (
      <>
        <PageHead title={t.title} />
        <RefusedNote error={desks.error} />
      </>
    )
  }

  const performedBy = (id: number) => desks.performed.get(id) ?? new Set<number>()
  const open = (desks.rows ?? [])
    .filter((desk) => desk.is_open_now)
    .map(({ professional_id: id }) => ({ id, performed: performedBy(id) }))

  function call(entry: Entry): void {
    const caller = entry.professional_id ?? professional ?? callerOf(entry, open)
    if (caller === null) setAsked({ what: 'call', entry })
    else steps.call({ entry, professionalId: caller, place: placeOf(caller) })
  }

  return (
    <>
      <PageHead title={t.title} about={t.about}>
        {may('queue.getScreen') && (
          <Button
            variant="default"
            leftSection={<IconDeviceTv size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/queue/screen" {...props} />}
          >
            {t.openScreen}
          </Button>
        )}
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-keyshortcuts="N"
          onClick={() => setAsked({ what: 'add' })}
        >
          {t.add}
        </Button>
      </PageHead>
      <Box mb="md">
        <ProfessionalSelect
          label={t.filter}
          none="everybody"
          w={260}
          value={professional ?? null}
          onChange={(id) =>
            void navigate({ search: id === null ? {} : { professional: id }, replace: true })
          }
        />
      </Box>
      <RefusedNote error={desks.error ?? present.error} onRetry={present.retry} />
      {shown === undefined ? (
        <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
          <Skeleton h={110} />
          <Skeleton h={110} />
        </SimpleGrid>
      ) : isBare ? (
        <Empty icon={IconArmchair} title={t.noDesksTitle} text={t.noDesks}>
          <PageButton to="/services">{t.toServices}</PageButton>
        </Empty>
      ) : (
        <Desks
          desks={shown}
          isBusy={steps.isBusy}
          nextOf={({ professional_id: id }) =>
            waitingFor(present.entries ?? [], id, performedBy(id))[0] ?? null
          }
          onCallNext={({ professional_id: id }, entry) =>
            steps.call({ entry, professionalId: id, place: placeOf(id) })
          }
          onSettings={(desk) => setAsked({ what: 'desk', desk })}
        />
      )}
      {!isBare && (
        <Board
          entries={present.entries}
          ended={ended}
          steps={steps}
          card={(entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              isComing={comers.has(entry.id)}
              callEnds={callEnds.get(entry.id) ?? null}
              steps={steps}
              onCall={call}
              ask={(what, one) => setAsked({ what, entry: one })}
            />
          )}
        />
      )}
      {asked?.what === 'add' && (
        <AddDialog
          professionalId={professional ?? null}
          presentIds={new Set(present.entries?.map(({ id }) => id))}
          onClose={close}
        />
      )}
      {asked?.what === 'call' && (
        <CallDialog
          entry={asked.entry}
          suggested={professional ?? callerOf(asked.entry, open)}
          onCall={steps.call}
          onClose={close}
        />
      )}
      {asked?.what === 'cancel' && <CancelDialog entry={asked.entry} onClose={close} />}
      {asked?.what === 'desk' && <DeskDialog desk={asked.desk} onClose={close} />}
    </>
  )
}

/** The desks of those who perform a service of the queue, or have their desk open all the same. */
function useQueueDesks() {
  const asked = useQuery(api.queue.listDesks.queryOptions({}))
  const services = useServices()
  const professionals = useProfessionals()
  return useMemo(() => {
    const queued = new Set(
      services.rows?.filter((one) => one.booking_mode === 'QUEUE').map(({ id }) => id),
    )
    const performed = new Map(
      professionals.rows?.map(({ id, service_ids: ids }) => [
        id,
        new Set(ids.filter((service) => queued.has(service))),
      ]),
    )
    const isReady = services.rows !== null && professionals.rows !== null
    return {
      error: asked.error ?? services.error ?? professionals.error,
      performed,
      rows: isReady
        ? asked.data?.data.filter(
            ({ professional_id: id, is_open: isOpen, active_entries: count }) =>
              isOpen || count > 0 || (performed.get(id)?.size ?? 0) > 0,
          )
        : undefined,
    }
  }, [
    asked.data,
    asked.error,
    services.rows,
    services.error,
    professionals.rows,
    professionals.error,
  ])
}

/** What the clinic offers. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconListDetails, IconPlus, IconSearch } from '../../icons/icons.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Empty } from '../../parts/empty.tsx'
import { finds } from '../../parts/finds.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { useServices, useSpecialties } from '../../parts/whole-lists.ts'
import { useTexts } from '../../words/language.tsx'
import { DeactivateService } from './deactivate-service.tsx'
import { ServiceList } from './service-list.tsx'
import type { ServiceRow } from './service-values.ts'
import { SpecialtiesDialog } from './specialties-dialog.tsx'
import { SERVICES_TEXTS } from './texts.ts'

const ServiceDrawer = lazyPart(
  () => import('./service-drawer.tsx'),
  (file) => file.ServiceDrawer,
)

const STATES = ['inactive', 'all'] as const
const MODES = ['SCHEDULED', 'QUEUE'] as const
const TYPING_MS = 200

export function ServicesPage() {
  const t = useTexts(SERVICES_TEXTS)
  const search = useSearch({ from: '/frame/services' })
  const navigate = useNavigate({ from: '/services' })
  const set = (change: Partial<typeof search>): void =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const [typed, setTyped] = useState(search.q ?? '')
  const find = useDebouncedCallback((q: string) => set({ q: q === '' ? undefined : q }), TYPING_MS)
  const { rows, error, retry } = useServices(true)
  const specialties = useSpecialties().rows ?? []
  const [opened, setOpened] = useState<'new' | 'specialties' | null>(null)
  const [leaving, setLeaving] = useState<ServiceRow | null>(null)
  const shown = rows?.filter(
    (one) =>
      (search.state === 'all' || one.is_active === (search.state === undefined)) &&
      (search.mode === undefined || one.booking_mode === search.mode) &&
      (search.specialty_id === undefined || one.specialty_id === search.specialty_id) &&
      finds(search.q, one.name, one.description, one.specialty?.name ?? null),
  )
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('new')}>
      {t.add}
    </Button>
  )
  return (
    <>
      <PageHead title={t.title} about={t.about}>
        <Button variant="default" onClick={() => setOpened('specialties')}>
          {t.specialties}
        </Button>
        {rows !== null && rows.length > 0 && add}
      </PageHead>
      <RefusedNote error={error} onRetry={retry} />
      {shown === undefined && error === null && <WaitingRows />}
      {rows?.length === 0 && (
        <Empty icon={IconListDetails} title={t.emptyTitle} text={t.empty}>
          {add}
        </Empty>
      )}
      {shown !== undefined && rows !== null && rows.length > 0 && (
        <Stack>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t.search}
              type="search"
              leftSection={<IconSearch size={16} aria-hidden />}
              flex="1 1 14rem"
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
              data={(['active', ...STATES] as const).map((one) => ({
                value: one,
                label: t.states[one],
              }))}
              onChange={(event) =>
                set({ state: STATES.find((one) => one === event.currentTarget.value) })
              }
            />
            <NativeSelect
              label={t.mode}
              value={search.mode ?? ''}
              data={[
                { value: '', label: t.anyMode },
                ...MODES.map((one) => ({ value: one, label: t.modes[one] })),
              ]}
              onChange={(event) =>
                set({ mode: MODES.find((one) => one === event.currentTarget.value) })
              }
            />
            {specialties.length > 0 && (
              <NativeSelect
                label={t.specialty}
                value={search.specialty_id ?? ''}
                data={[
                  { value: '', label: t.anySpecialty },
                  ...specialties.map((one) => ({ value: String(one.id), label: one.name })),
                ]}
                onChange={(event) =>
                  set({ specialty_id: Number(event.currentTarget.value) || undefined })
                }
              />
            )}
          </Group>
          {shown.length === 0 ? (
            <Empty icon={IconSearch} title={t.noneTitle} text={t.none}>
              <Button
                variant="default"
                onClick={() => {
                  setTyped('')
                  void navigate({ search: {} })
                }}
              >
                {t.clear}
              </Button>
            </Empty>
          ) : (
            <ServiceList
              services={shown}
              onEdit={(one) => set({ service_id: one.id })}
              onDeactivate={setLeaving}
            />
          )}
        </Stack>
      )}
      {opened === 'new' && <ServiceDrawer serviceId={null} onClose={() => setOpened(null)} />}
      {search.service_id !== undefined && (
        <ServiceDrawer
          serviceId={search.service_id}
          onClose={() => set({ service_id: undefined })}
        />
      )}
      {opened === 'specialties' && <SpecialtiesDialog onClose={() => setOpened(null)} />}
      {leaving !== null && <DeactivateService service={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

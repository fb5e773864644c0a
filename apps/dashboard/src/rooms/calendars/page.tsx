/** Calendars that read the agenda, and calendars that the agenda reads. */
import { Loader, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHead } from '../../parts/page-head.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { BusySection } from './busy-section.tsx'
import { FeedsSection } from './feeds-section.tsx'
import { CALENDARS_TEXTS } from './texts.ts'

export function CalendarsPage() {
  const t = useTexts(CALENDARS_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const { professional_id: chosen = null } = useSearch({ from: '/frame/calendars' })
  const navigate = useNavigate({ from: '/calendars' })
  const { rows, error, retry } = useProfessionals()
  const shown = rows?.filter((one) => one.is_active && (chosen === null || one.id === chosen))
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <Stack gap="lg">
        <ProfessionalSelect
          none="everybody"
          w={{ base: '100%', sm: 340 }}
          value={chosen}
          onChange={(id) => void navigate({ search: { professional_id: id ?? undefined } })}
        />
        <FeedsSection professionalId={chosen} />
        <RefusedNote error={error} onRetry={retry} />
        {shown === undefined && error === null && <Loader aria-label={loading} />}
        {shown !== undefined && <BusySection professionals={shown} />}
      </Stack>
    </>
  )
}

/** Hours of a professional, and when the clinic is closed. */
import { Anchor, Button, Loader, Stack, Tabs } from '@mantine/core'
import { IconUsers } from '../../icons/icons.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { mayCall } from '../../access/access.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { useMe } from '../../session/me.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { BlockedTab } from './blocked/blocked-tab.tsx'
import { DatesTab } from './dates/dates-tab.tsx'
import { HolidaysTab } from './holidays/holidays-tab.tsx'
import { HOURS_TABS } from './search.ts'
import { HOURS_TEXTS } from './texts.ts'
import { WeekTab } from './week/week-tab.tsx'

export function HoursPage() {
  const t = useTexts(HOURS_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const { professional_id: asked, tab = 'week' } = useSearch({ from: '/frame/hours' })
  const navigate = useNavigate({ from: '/hours' })
  const { access, professional_id: own } = useMe()
  const { rows, error, retry } = useProfessionals()
  const active = rows?.filter((one) => one.is_active) ?? null
  const chosen =
    asked === undefined
      ? (active?.find((one) => one.id === own) ?? active?.[0])
      : active?.find((one) => one.id === asked)
  const isOfOne = tab === 'week' || tab === 'dates'
  // The blocked times of who left are still there to be read.
  const isStranger = isOfOne
    ? chosen === undefined
    : tab === 'blocked' && asked !== undefined && rows?.every((one) => one.id !== asked) === true
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <RefusedNote error={error} onRetry={retry} />
      {active === null && error === null && <Loader aria-label={loading} />}
      {active?.length === 0 && (
        <Empty icon={IconUsers} title={t.noProfessionalsTitle} text={t.noProfessionals}>
          <Anchor renderRoot={(props) => <Link to="/professionals" {...props} />}>
            {t.toProfessionals}
          </Anchor>
        </Empty>
      )}
      {active !== null && active.length > 0 && (
        <Tabs
          value={tab}
          onChange={(next) =>
            void navigate({
              search: (now) => ({ ...now, tab: HOURS_TABS.find((one) => one === next) }),
            })
          }
          keepMounted={false}
        >
          <Tabs.List mb="md">
            {HOURS_TABS.map((one) => (
              <Tabs.Tab key={one} value={one} px={{ base: 'xs', sm: 'md' }}>
                {t.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Stack gap="md">
            {tab !== 'holidays' && (
              <ProfessionalSelect
                label={t.professional}
                w={{ base: '100%', sm: 340 }}
                value={tab === 'blocked' ? (asked ?? null) : (chosen?.id ?? null)}
                {...(tab === 'blocked' && { none: 'everybody' as const })}
                onChange={(id) =>
                  void navigate({ search: (now) => ({ ...now, professional_id: id ?? undefined }) })
                }
              />
            )}
            {isStranger && (
              <Empty icon={IconUsers} title={t.strangerTitle} text={t.stranger}>
                {mayCall(access, 'professionals.update') && (
                  <Button
                    variant="default"
                    renderRoot={(props) => <Link to="/professionals" {...props} />}
                  >
                    {t.toProfessionals}
                  </Button>
                )}
              </Empty>
            )}
            <Tabs.Panel value="week">
              {chosen !== undefined && <WeekTab key={chosen.id} professional={chosen} />}
            </Tabs.Panel>
            <Tabs.Panel value="dates">
              {chosen !== undefined && <DatesTab key={chosen.id} professional={chosen} />}
            </Tabs.Panel>
            <Tabs.Panel value="holidays">
              <HolidaysTab />
            </Tabs.Panel>
            <Tabs.Panel value="blocked">
              {!isStranger && <BlockedTab professionalId={asked ?? null} />}
            </Tabs.Panel>
          </Stack>
        </Tabs>
      )}
    </>
  )
}

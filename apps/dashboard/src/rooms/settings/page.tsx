/** Every setting of the organization, in groups. */
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { WaitingRows } from '../../parts/long-list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTexts } from '../../words/language.tsx'
import { BankAccount } from './bank-account.tsx'
import { Features } from './features.tsx'
import type { Settings } from './fields.ts'
import { SampleData } from './sample-data.tsx'
import { SECTIONS, type Section } from './search.ts'
import { SettingsForm } from './settings-form.tsx'
import { TestClock } from './test-clock.tsx'
import { SETTING_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/settings')

export function SettingsPage() {
  const t = useTexts(SETTING_TEXTS)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const asked = useQuery(api.organization.get.queryOptions({}))
  const settings = asked.data
  const sections = SECTIONS.filter((one) => one !== 'tests' || settings?.livemode === false)
  const section = sections.find((one) => one === search.section) ?? 'clinic'
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      {settings === undefined ? (
        asked.error === null ? (
          <WaitingRows />
        ) : (
          <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
        )
      ) : (
        <Tabs
          value={section}
          keepMounted={false}
          onChange={(next) => {
            const chosen = SECTIONS.find((one) => one === next)
            void navigate({ search: chosen === undefined ? {} : { section: chosen } })
          }}
        >
          <Tabs.List mb="md" aria-label={t.title}>
            {sections.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t.sections[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {sections.map((one) => (
            <Tabs.Panel key={one} value={one}>
              <Shown section={one} settings={settings} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  )
}

function Shown({ section, settings }: { readonly section: Section; readonly settings: Settings }) {
  switch (section) {
    case 'clinic':
      return (
        <>
          <SampleData />
          <SettingsForm group="clinic" settings={settings} />
        </>
      )
    case 'contact':
    case 'booking':
    case 'day':
      return <SettingsForm group={section} settings={settings} />
    case 'features':
      return <Features settings={settings} />
    case 'payments':
      return <BankAccount />
    case 'tests':
      return <TestClock />
  }
}

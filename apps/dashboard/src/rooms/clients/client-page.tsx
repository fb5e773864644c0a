/** The record of one client, and everything that there is of it. */
import { ActionIcon, Anchor, Button, Menu, Skeleton, Tabs } from '@mantine/core'
import { IconDots } from '../../icons/icons.ts'
import {
  IconArrowLeft,
  IconArrowsJoin,
  IconFileZip,
  IconPencil,
  IconUserX,
} from '../../icons/more.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import type { Call } from '../../access/access.ts'
import { useMay } from '../../access/use-may.ts'
import { api } from '../../api/client.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import { AppointmentsOf } from './appointments-of.tsx'
import styles from './clients.module.css'
import { DepositsOf } from './deposits-of.tsx'
import { personDownload } from './downloads.ts'
import { EditDialog } from './edit-dialog.tsx'
import { Facts } from './facts.tsx'
import { HistoryOf } from './history-of.tsx'
import { MessagesOf } from './messages-of.tsx'
import { CLIENT_TABS, type ClientTab } from './search.ts'
import { CLIENTS_TEXTS } from './texts.ts'

const EraseDialog = lazyPart(
  () => import('./erase-dialog.tsx'),
  (file) => file.EraseDialog,
)
const MergeDialog = lazyPart(
  () => import('./merge-dialog.tsx'),
  (file) => file.MergeDialog,
)

const route = getRouteApi('/frame/clients/$clientId')

export function ClientPage() {
  const t = useTexts(CLIENTS_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const { clientId } = route.useParams()
  const id = Number(clientId)
  const asked = useQuery(api.clients.get.queryOptions({ client_id: id }))
  const client = asked.data
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link to="/clients" {...props} />}>
        <IconArrowLeft size={14} aria-hidden /> {t.back}
      </Anchor>
      {client !== undefined ? (
        // Another client is another page: nothing that was typed for one is left for the other.
        <Record key={client.id} client={client} />
      ) : (
        <>
          <PageHead title={t.title} />
          {asked.error === null ? (
            <Skeleton h={280} role="status" aria-label={loading} />
          ) : (
            <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
          )}
        </>
      )}
    </>
  )
}

type TabRow = {
  readonly Content: (props: { readonly client: Client }) => ReactNode
  readonly call: Call
}

const TABS: Readonly<Record<ClientTab, TabRow>> = {
  appointments: { Content: AppointmentsOf, call: 'appointments.list' },
  deposits: { Content: DepositsOf, call: 'deposits.listNewest' },
  messages: { Content: MessagesOf, call: 'messaging.list' },
  history: { Content: HistoryOf, call: 'audit.list' },
}

function Record({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const may = useMay()
  const tabs = CLIENT_TABS.filter((one) => may(TABS[one].call))
  const { tab = 'appointments' } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<'edit' | 'merge' | 'erase' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      <PageHead title={client.name}>
        <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setOpen('edit')}>
          {t.edit}
        </Button>
        {may('clients.merge') && (
          <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t.actions}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconArrowsJoin size={16} aria-hidden />}
                onClick={() => setOpen('merge')}
              >
                {t.merge}
              </Menu.Item>
              {may('clients.erase') && (
                <>
                  <Menu.Item
                    component="a"
                    href={personDownload(client.id)}
                    leftSection={<IconFileZip size={16} aria-hidden />}
                  >
                    {t.exportData}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconUserX size={16} aria-hidden />}
                    onClick={() => setOpen('erase')}
                  >
                    {t.erase}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </PageHead>
      <div className={styles['record']}>
        <Facts client={client} />
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(value) => {
            const chosen = CLIENT_TABS.find((one) => one === value)
            if (chosen !== undefined) void navigate({ search: { tab: chosen }, replace: true })
          }}
        >
          <Tabs.List mb="md" aria-label={t.tabsOf(client.name)}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((one) => {
            const { Content } = TABS[one]
            return (
              <Tabs.Panel key={one} value={one}>
                <Content client={client} />
              </Tabs.Panel>
            )
          })}
        </Tabs>
      </div>
      {open === 'edit' && <EditDialog client={client} onClose={close} />}
      {open === 'merge' && <MergeDialog client={client} onClose={close} />}
      {open === 'erase' && <EraseDialog client={client} onClose={close} />}
    </>
  )
}

/** Ctrl+K or ⌘K: every page, what can be done from anywhere, and every client. Loaded when it is first opened. */
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import { IconUser } from '../icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMay } from '../access/use-may.ts'
import { api } from '../api/client.ts'
import { useTexts } from '../words/language.tsx'
import { COMMANDS, type PageRow } from './pages.ts'
import { FRAME_TEXTS } from './texts.ts'

const CLIENTS_SHOWN = 7
const TYPING_MS = 200

type Props = {
  readonly pages: readonly PageRow[]
  /** Where it cannot be loaded: it is no longer asked for. */
  onClose(): void
}

export default function CommandMenu({ pages }: Props) {
  useEffect(() => spotlight.open(), [])
  const t = useTexts(FRAME_TEXTS)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery(
    api.clients.list.queryOptions(
      { q: asked, limit: CLIENTS_SHOWN },
      { enabled: asked.length > 1, placeholderData: keepPreviousData },
    ),
  )
  const matches = ({ label = '' }: SpotlightActionData): boolean =>
    plain(label).includes(plain(typed.trim()))
  const may = useMay()
  const commands = COMMANDS.filter(({ call }) => may(call))
    .map(({ name, icon: Icon, to, search = {} }): SpotlightActionData => ({
      id: name,
      label: t[name],
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to, search }),
    }))
    .filter(matches)
  const places = pages
    .map(({ path, name, icon: Icon }): SpotlightActionData => ({
      id: path,
      label: t[name],
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to: path }),
    }))
    .filter(matches)
  const clients = (asked.length > 1 ? (found.data?.data ?? []) : []).map(
    ({ id, name, phone }): SpotlightActionData => ({
      id: `client ${id}`,
      label: name,
      ...(phone === null ? {} : { description: phone }),
      leftSection: <IconUser size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/clients/$clientId', params: { clientId: String(id) } }),
    }),
  )
  const groups: SpotlightActionGroupData[] = [
    { group: t.commandGroup, actions: commands },
    { group: t.clients, actions: clients },
    { group: t.pageGroup, actions: places },
  ]
  return (
    <Spotlight
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      // What was found fits already.
      filter={(_, actions) => actions}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      nothingFound={t.nothingFound}
      attributes={{ content: { 'aria-label': t.commands } }}
      searchProps={{ 'aria-label': t.commandField, placeholder: t.commandField }}
      scrollable
    />
  )
}

/** Without accents and capitals, as people type. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

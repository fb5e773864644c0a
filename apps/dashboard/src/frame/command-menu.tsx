/** Ctrl+K or ⌘K: every page, and what can be done from anywhere. */
import { Button } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import type { PageRow } from './pages.ts'
import { FRAME_TEXTS } from './texts.ts'

export function CommandButton() {
  const t = useTexts(FRAME_TEXTS)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconSearch size={16} aria-hidden />}
      onClick={() => spotlight.open()}
      aria-keyshortcuts="Control+K"
    >
      {t.commands}
    </Button>
  )
}

export function CommandMenu({ pages }: { readonly pages: readonly PageRow[] }) {
  const t = useTexts(FRAME_TEXTS)
  const { search } = useTexts(EVERYWHERE)
  const navigate = useNavigate()
  return (
    <Spotlight
      shortcut="mod + K"
      searchProps={{ 'aria-label': search, placeholder: search }}
      actions={pages.map((page) => ({
        id: page.path,
        label: t[page.name],
        leftSection: <page.icon size={18} aria-hidden />,
        onClick: () => void navigate({ to: page.path }),
      }))}
    />
  )
}

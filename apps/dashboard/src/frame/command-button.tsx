/** Opens the command menu, by a click or Ctrl+K, and loads it then. */
import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '../icons/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { useTell } from '../parts/tell.tsx'
import { useTexts } from '../words/language.tsx'
import type { PageRow } from './pages.ts'
import { FRAME_TEXTS } from './texts.ts'

const load = () => import('./command-menu.tsx')
const CommandMenu = lazy(load)

export function CommandButton({ pages }: { readonly pages: readonly PageRow[] }) {
  const t = useTexts(FRAME_TEXTS)
  const tell = useTell()
  const [isWanted, setIsWanted] = useState(false)
  const open = (): void => {
    setIsWanted(true)
    Promise.all([import('@mantine/spotlight'), load()])
      .then(([{ spotlight }]) => spotlight.toggle())
      .catch(tell.refused)
  }
  // In fields too: a user who types may want to go elsewhere.
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        }
        onClick={open}
        aria-keyshortcuts="Control+K"
      >
        {t.commands}
      </Button>
      {isWanted && (
        <Suspense>
          <CommandMenu pages={pages} />
        </Suspense>
      )}
    </>
  )
}

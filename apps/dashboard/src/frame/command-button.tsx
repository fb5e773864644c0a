/** Opens the command menu, by a click or Ctrl+K, and loads it then. */
import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '../icons/icons.ts'
import { useState } from 'react'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useTexts } from '../words/language.tsx'
import type { PageRow } from './pages.ts'
import { FRAME_TEXTS } from './texts.ts'

const CommandMenu = lazyPart(
  () => import('./command-menu.tsx'),
  (file) => file.default,
)

export function CommandButton({ pages }: { readonly pages: readonly PageRow[] }) {
  const t = useTexts(FRAME_TEXTS)
  const [isWanted, setIsWanted] = useState(false)
  const open = (): void => {
    // It opens as soon as it is there.
    if (!isWanted) setIsWanted(true)
    else
      void import('@mantine/spotlight').then(
        ({ spotlight }) => spotlight.toggle(),
        () => {},
      )
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
      {isWanted && <CommandMenu pages={pages} onClose={() => setIsWanted(false)} />}
    </>
  )
}

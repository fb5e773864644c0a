/** What stands around every page: language, colors, the cache of answers, who is signed in, the routes. */
import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { cache } from './api/client.ts'
import { useIsQuiet } from './api/quiet.ts'
import { styleNonce } from './nonce.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { LanguageProvider } from './words/language.tsx'

/** Where they or their styles cannot be loaded, the pages stand without them. */
const Notes = lazy(() => import('./parts/notes.tsx').catch(() => ({ default: () => null })))

export function App() {
  return (
    <LanguageProvider>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
        cssVariablesResolver={cssVariables}
      >
        <QueryClientProvider client={cache}>
          <NotesWhenNeeded />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  )
}

/** They are loaded once the first page is there, so that a lost connection can be told, or with the first note. */
function NotesWhenNeeded() {
  const isQuiet = useIsQuiet()
  const { notifications } = useNotifications()
  if (!isQuiet && notifications.length === 0) return null
  return (
    <Suspense>
      <Notes />
    </Suspense>
  )
}

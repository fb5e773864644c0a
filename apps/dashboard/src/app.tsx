/** What stands around every page: language, colors, the cache of answers, who is signed in, the routes. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { cache } from './api/client.ts'
import { styleNonce } from './nonce.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { LanguageProvider } from './words/language.tsx'

/** Nothing is said before a page is there. */
const Notes = lazy(async () => ({ default: (await import('./parts/notes.tsx')).Notes }))

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
          <Suspense>
            <Notes />
          </Suspense>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  )
}

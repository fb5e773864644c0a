/** What stands around every page: language, colors, the cache of answers, who is signed in, the routes. */
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cache } from './api/client.ts'
import { styleNonce } from './nonce.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { LanguageProvider } from './words/language.tsx'

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
          <Notifications position="bottom-right" limit={4} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  )
}

/**
 * Lets in who is signed in. When a session ends while a page is open, the sign-in lies over the page, so that nothing
 * that was typed is lost. Another user who signs in there gets a page of their own.
 */
import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { setClock } from '../time/clock.ts'
import { api, cache } from '../api/client.ts'
import { useLive } from '../api/live.ts'
import { reasonOf } from '../api/reason.ts'
import { RefusedNote } from '../parts/refused-note.tsx'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { MeProvider, type Me } from './me.tsx'
import { OpenPage } from './open-page.tsx'
import { SESSION_TEXTS } from './texts.ts'

const SignInForm = lazy(() => import('./sign-in.tsx'))
const SignInAgain = lazy(() => import('./sign-in-again.tsx'))

export function SessionGate({ children }: { readonly children: ReactNode }) {
  const t = useTexts(SESSION_TEXTS)
  const asked = useQuery(api.account.me.queryOptions({}, { retry: retryUnlessRefused }))
  const isSignedOut = reasonOf(asked.error).isSignedOut && asked.error !== null
  const me = asked.data
  const told = me?.organization.now
  // Before anything below is drawn, once for each answer.
  useMemo(() => told !== undefined && setClock(told), [told])
  if (me === undefined) {
    if (isSignedOut) {
      return (
        <OpenPage title={t.title} about={t.about}>
          <Suspense>
            <SignInForm onSignedIn={() => void cache.invalidateQueries()} />
          </Suspense>
        </OpenPage>
      )
    }
    if (asked.error === null) return <Waiting />
    return (
      <Center h="100vh" p="md">
        <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      </Center>
    )
  }
  return (
    <MeProvider me={me}>
      <Following whose={isSignedOut ? null : `${me.id} ${me.access} ${me.professional_id}`}>
        {children}
      </Following>
      {isSignedOut && (
        <Suspense>
          <SignInAgain email={me.email} onSignedIn={() => void cameBack(me)} />
        </Suspense>
      )}
    </MeProvider>
  )
}

function Waiting() {
  const { loading } = useTexts(EVERYWHERE)
  return (
    <Center h="100vh" p="md">
      <Loader aria-label={loading} />
    </Center>
  )
}

function retryUnlessRefused(failures: number, error: unknown): boolean {
  return failures < 3 && reasonOf(error).refusal === null
}

async function cameBack(before: Me): Promise<void> {
  await cache.invalidateQueries()
  const now = cache.getQueryData(api.account.me.queryKey({}))
  // Nothing of one person's page is left for another.
  if (now?.id !== before.id) location.assign('/app/')
}

/** The stream ends with the session, or with the rights that it was opened with. */
function askWhoIsSignedIn(): void {
  void cache.invalidateQueries(api.account.me.pathFilter())
}

type FollowingProps = { readonly whose: string | null; readonly children: ReactNode }

function Following({ whose, children }: FollowingProps) {
  const isReady = useLive(whose, askWhoIsSignedIn)
  return isReady ? children : <Waiting />
}

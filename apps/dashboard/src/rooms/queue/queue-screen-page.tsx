/**
 * What hangs in the waiting room: who is called, and where to go. Names come reduced from the service. It lives for
 * hours: the event feed says when something changed, and it asks now and then all the same.
 */
import { Button, Group } from '@mantine/core'
import { useDocumentTitle, useFullscreenDocument } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconMaximize,
  IconMinimize,
  IconVolume,
  IconVolumeOff,
} from '../../icons/more.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useIsAway } from '../../api/reach.ts'
import { reasonOf } from '../../api/reason.ts'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useMe } from '../../session/me.tsx'
import { useNow } from '../../time/use-now.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { allowSound, chime } from './chime.ts'
import { keyOf, newCalls, type Heard } from './new-calls.ts'
import styles from './queue-screen.module.css'
import { ScreenCalls } from './screen-calls.tsx'
import { QUEUE_TEXTS } from './texts.ts'

const ASK_AGAIN_MS = 30_000
const CLOCK_MS = 5000

export function QueueScreenPage() {
  const { screen: t } = useTexts(QUEUE_TEXTS)
  const { organization } = useMe()
  useDocumentTitle(`${t.title} · ${organization.name}`)
  const written = useWritten()
  const now = useNow(CLOCK_MS)
  const isAway = useIsAway()
  const { fullscreen, toggle } = useFullscreenDocument()
  const [isLoud, setLoud] = useState(false)
  const asked = useQuery(
    api.queue.getScreen.queryOptions({}, { refetchInterval: ASK_AGAIN_MS, staleTime: 0 }),
  )
  const heard = useRef<Heard | null>(null)
  const calls = asked.data?.calls
  useEffect(() => {
    if (calls === undefined) return
    if (newCalls(calls, heard.current).length > 0 && isLoud) chime()
    heard.current = new Set(calls.map(keyOf))
  }, [calls, isLoud])
  useWakeLock()
  const refusal = reasonOf(asked.error).refusal

  return (
    <main className={styles['screen']} id="content">
      <header className={styles['head']}>
        <h1 className={styles['clinic']}>{organization.name}</h1>
        <Group gap="xs" className="no-print">
          <Button
            variant="default"
            leftSection={
              isLoud ? (
                <IconVolume size={18} aria-hidden />
              ) : (
                <IconVolumeOff size={18} aria-hidden />
              )
            }
            onClick={() => {
              if (isLoud) {
                setLoud(false)
                return
              }
              void allowSound().then((isAllowed) => {
                setLoud(isAllowed)
                if (isAllowed) chime()
              })
            }}
          >
            {isLoud ? t.soundOff : t.soundOn}
          </Button>
          <Button
            variant="default"
            leftSection={
              fullscreen ? (
                <IconMinimize size={18} aria-hidden />
              ) : (
                <IconMaximize size={18} aria-hidden />
              )
            }
            onClick={() => void toggle()}
          >
            {fullscreen ? t.leaveFull : t.full}
          </Button>
          {!fullscreen && (
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/queue" {...props} />}
            >
              {t.back}
            </Button>
          )}
        </Group>
        <div className={styles['clock']}>{written.time(now)}</div>
      </header>
      {refusal !== null && asked.data === undefined ? (
        <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <ScreenCalls screen={asked.data ?? null} />
      )}
      <div role="status" aria-live="polite">
        {isAway && <div className={styles['away']}>{t.away}</div>}
      </div>
    </main>
  )
}

/** The computer on the wall does not sleep while the page is seen. Some browsers can't do it, and nothing is lost. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    async function keepAwake(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
    }
    if (!('wakeLock' in navigator)) return
    const onSeen = (): void => void keepAwake()
    onSeen()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      void lock?.release()
    }
  }, [])
}

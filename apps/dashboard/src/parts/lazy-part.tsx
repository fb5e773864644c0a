/** Parts that load when they are needed. If one fails to load, a note says so and the rest of the page stays. */
import { Alert, Button, Group, Portal } from '@mantine/core'
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import classes from './lazy-part.module.css'

class NoFiles extends Error {}

/**
 * @param load one import: its failure is kept here, and "Try again" loads it again
 * @param pick the component in it
 * @param Waiting what stands in its place until it is there
 */
export function lazyPart<File, Props extends object>(
  load: () => Promise<File>,
  pick: (file: File) => ComponentType<Props>,
  Waiting: ComponentType<Props> = () => null,
): ComponentType<Props> {
  // A part that failed and was closed is loaded again when it is wanted again.
  let hasFailed = false
  const begin = (isRetry = false) => {
    hasFailed = false
    return lazy(async () => {
      try {
        return { default: pick(await load().catch(loadedAgain<File>)) }
      } catch (cause) {
        hasFailed = true
        // A file that it imports failed, which has no other address: the app begins again, and asks about what was typed.
        if (isRetry && (await isServiceThere())) location.reload()
        throw new NoFiles('A part failed to load.', { cause })
      }
    })
  }
  let shared = begin()
  return function LazyPart(props) {
    const [tries, setTries] = useState(() => {
      if (hasFailed) shared = begin()
      return 0
    })
    const again = (): void => {
      shared = begin(true)
      setTries(tries + 1)
    }
    const waiting = <Waiting {...props} />
    const Part: ComponentType<Props> = shared
    return (
      <Boundary
        key={tries}
        failed={
          <>
            {waiting}
            <FailedNote
              onRetry={again}
              {...('onClose' in props && { onClose: props.onClose as () => void })}
            />
          </>
        }
      >
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

let copies = 0

/** A browser does not ask again for a file that it could not load, so another address of it is asked for. */
async function loadedAgain<File>(cause: unknown): Promise<File> {
  const address = /https?:\/\/\S+/.exec(cause instanceof Error ? cause.message : '')?.[0]
  if (address === undefined) throw cause
  copies += 1
  return (await import(/* @vite-ignore */ `${address}?copy=${copies}`)) as File
}

async function isServiceThere(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  return answer?.ok === true
}

type BoundaryProps = { readonly failed: ReactNode; readonly children: ReactNode }

class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override readonly state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!((error as unknown) instanceof NoFiles)) throw error
    return this.props.failed
  }
}

type NoteProps = { onRetry(): void; readonly onClose?: () => void }

/** At the edge of the window, above dialogs: the place of the part may be out of sight. */
function FailedNote({ onRetry, onClose }: NoteProps) {
  const t = useTexts(EVERYWHERE)
  return (
    <Portal>
      <Alert
        className={classes['note'] ?? ''}
        role="alert"
        color="red"
        variant="outline"
        title={t.partFailed}
      >
        {t.partFailedAbout}
        <Group mt="sm" gap="xs">
          <Button size="compact-sm" onClick={onRetry}>
            {t.tryAgain}
          </Button>
          {onClose !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onClose}>
              {t.close}
            </Button>
          )}
        </Group>
      </Alert>
    </Portal>
  )
}

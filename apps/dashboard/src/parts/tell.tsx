/** Says what was done, what was refused and why, and offers to undo. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { reasonOf } from '../api/reason.ts'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { PROBLEM_TEXTS } from '../words/problems.ts'
import { ProblemDetails } from './problem-details.tsx'
import { keepTyped } from './typed.ts'

export type Explained = {
  /** What happened and what to do now, in the language of the user. */
  readonly text: string
  /** The service's own words, in English, and the number of the request; null where no answer came. */
  readonly detail: string | null
  readonly requestId: string | null
}

/** Explains a failure in words. */
export function useExplain(): (error: unknown) => Explained {
  const problems = useTexts(PROBLEM_TEXTS)
  const { noAnswer } = useTexts(EVERYWHERE)
  return useMemo(
    () => (error: unknown) => {
      const { refusal } = reasonOf(error)
      if (refusal === null) return { text: noAnswer, detail: null, requestId: null }
      return {
        text: problems[refusal.code],
        detail: refusal.detail,
        requestId: refusal.request_id,
      }
    },
    [problems, noAnswer],
  )
}

type Undo = { readonly label?: string; run(): void }

export type Tell = {
  /** A green note at the edge, with a button that undoes it if it can be undone. */
  done(text: string, undo?: Undo): void
  /** A red note at the edge that stays. Forms use `RefusedNote` and `setFaults` instead, beside their fields. */
  refused(error: unknown): void
}

const SHOWN_MS = { done: 4000, undo: 10_000 }

export function useTell(): Tell {
  const explain = useExplain()
  const t = useTexts(EVERYWHERE)
  return useMemo(
    () => ({
      done(text, undo) {
        keepTyped()
        const id = crypto.randomUUID()
        const press = (): void => {
          notifications.hide(id)
          undo?.run()
        }
        notifications.show({
          id,
          color: 'teal',
          withBorder: true,
          autoClose: undo === undefined ? SHOWN_MS.done : SHOWN_MS.undo,
          closeButtonProps: { 'aria-label': t.close },
          message:
            undo === undefined ? (
              text
            ) : (
              <Group justify="space-between" wrap="nowrap">
                <span>{text}</span>
                <Button size="compact-sm" variant="light" onClick={press}>
                  {undo.label ?? t.undo}
                </Button>
              </Group>
            ),
        })
      },
      refused(error) {
        const { text, detail, requestId } = explain(error)
        notifications.show({
          color: 'red',
          withBorder: true,
          autoClose: false,
          closeButtonProps: { 'aria-label': t.close },
          title: t.failed,
          message: (
            <>
              <Text size="sm">{text}</Text>
              <ProblemDetails detail={detail} requestId={requestId} />
            </>
          ),
        })
      },
    }),
    [explain, t],
  )
}

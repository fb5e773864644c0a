/** Asks before what was typed is lost: by another page, by the browser's way back, by a reload. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { useLayer } from './layer.ts'

/**
 * @param isTyped asked when the user is about to leave
 * @param isPage also before another view of the same page, which a dialog that closes in the address is as well
 * @returns the question, while it is open
 */
export function useLeaving(isTyped: () => boolean, isPage = false): ReactNode {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isTyped() && (isPage || isStep(action) || current.pathname !== next.pathname),
    enableBeforeUnload: isTyped,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return <LeaveQuestion onStay={leaving.reset} onLeave={leaving.proceed} />
}

function isStep(action: string): boolean {
  return action === 'BACK' || action === 'FORWARD' || action === 'GO'
}

type Props = { onStay(): void; onLeave(): void }

export function LeaveQuestion({ onStay, onLeave }: Props) {
  const t = useTexts(EVERYWHERE)
  useLayer(onStay)
  return (
    <Modal.Root opened onClose={onStay} closeOnEscape={false} size="sm" centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title fw={600}>{t.leaveTitle}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Stack>
            <Text size="sm">{t.leaveText}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onLeave}>
                {t.leave}
              </Button>
              <Button data-autofocus onClick={onStay}>
                {t.stay}
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

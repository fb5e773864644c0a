/** Forgets a person: shows first how far it reaches, and asks for the name. */
import { Alert, Skeleton, Table, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import { CLIENTS_TEXTS } from './texts.ts'

type Props = { readonly client: Client; onClose(): void }

export function EraseDialog({ client, onClose }: Props) {
  const t = useTexts(CLIENTS_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const written = useWritten()
  const tell = useTell()
  const [typed, setTyped] = useState('')
  const look = useMutation(api.clients.erase.mutationOptions())
  const { mutate } = look
  const lookAgain = (): void => mutate({ client_id: client.id, preview: true })
  useEffect(() => mutate({ client_id: client.id, preview: true }), [mutate, client.id])
  const reach = look.data
  const erase = useMutation(
    api.clients.erase.mutationOptions({
      onSuccess: ({ is_complete: isComplete }) => {
        tell.done(isComplete ? t.wasErased : t.stillErasing)
        void cache.invalidateQueries()
        onClose()
      },
      // What was shown is not what is there any more.
      onError: (error) => {
        if (reasonOf(error).refusal?.code === 'action_not_allowed') lookAgain()
      },
    }),
  )
  const held = Object.entries(reach?.held ?? {}).filter(([, count]) => count > 0)
  // Spaces at the edges and the way in which letters are composed do not matter.
  const plain = (text: string): string => text.normalize('NFC').trim()
  const isStale = reasonOf(erase.error).refusal?.code === 'action_not_allowed'
  return (
    <ConfirmDialog
      title={t.eraseTitle(client.name)}
      confirmLabel={t.confirmErase}
      isDanger
      isBusy={erase.isPending}
      isDisabled={reach === undefined || plain(typed) !== plain(client.name)}
      error={isStale ? null : (erase.error ?? look.error)}
      onConfirm={() => erase.mutate({ client_id: client.id, version: reach?.version })}
      onClose={onClose}
    >
      <Text size="sm">{t.eraseNote}</Text>
      {isStale && (
        <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {t.erasedMeanwhile}
        </Alert>
      )}
      {reach === undefined ? (
        look.error === null && <Skeleton h={120} role="status" aria-label={loading} />
      ) : (
        <>
          <Text size="sm" fw={600}>
            {t.eraseCancels(
              written.count(reach.cancelled.appointments),
              written.count(reach.cancelled.queue_entries),
            )}
          </Text>
          {held.length > 0 && (
            <Table aria-label={t.eraseHeld} withRowBorders={false} verticalSpacing={2}>
              <Table.Tbody>
                {held.map(([file, count]) => (
                  <Table.Tr key={file}>
                    <Table.Th scope="row" fw={400}>
                      {t.held[file] ?? file}
                    </Table.Th>
                    <Table.Td ta="end">{written.count(count)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </>
      )}
      <TextInput
        label={t.typeName(client.name)}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

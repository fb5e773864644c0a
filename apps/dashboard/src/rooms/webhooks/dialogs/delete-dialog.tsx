import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, cache } from '../../../api/client.ts'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useTell } from '../../../parts/tell.tsx'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Webhook } from '../types.ts'

type Props = { readonly webhook: Webhook; onClose(): void }

export function DeleteDialog({ webhook, onClose }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const tell = useTell()
  const navigate = useNavigate()
  const remove = useMutation(
    api.webhooks.delete.mutationOptions({
      onSuccess: async () => {
        tell.done(t.deleted)
        await navigate({ to: '/webhooks' })
        void cache.invalidateQueries(api.webhooks.pathFilter())
      },
    }),
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.deleteTitle(webhook.name)}
      closeButtonProps={{ 'aria-label': everywhere.close }}
    >
      <Stack>
        <Text size="sm">{t.deleteAbout}</Text>
        <RefusedNote error={remove.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {everywhere.cancel}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ webhook_id: webhook.id })}
          >
            {t.deleteNow}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

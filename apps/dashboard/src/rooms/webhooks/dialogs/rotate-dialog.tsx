import { Button, Checkbox, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../../api/client.ts'
import { BackButton, Dialog, DialogFooter } from '../../../parts/dialog.tsx'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useSetFaults } from '../../../parts/set-faults.ts'
import { useTexts } from '../../../words/language.tsx'
import { SecretShown } from '../secret-shown.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Webhook } from '../types.ts'

type Props = { readonly webhook: Webhook; onClose(): void }

export function RotateDialog({ webhook, onClose }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const setFaults = useSetFaults()
  const form = useForm({ initialValues: { secret: '', revoke_previous: false } })
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useMutation(
    api.webhooks.rotateSecret.mutationOptions({
      onSuccess: (rotated) => {
        setSecret(rotated.secret)
        void cache.invalidateQueries(api.webhooks.pathFilter())
      },
      onError: (error) => void setFaults(form, error),
    }),
  )
  const submit = form.onSubmit(({ secret: own, revoke_previous }) =>
    rotate.mutate({
      webhook_id: webhook.id,
      revoke_previous,
      ...(own === '' ? {} : { secret: own }),
    }),
  )
  return (
    <Dialog onClose={onClose} title={t.rotateTitle} isShownOnce={secret !== null}>
      {secret === null ? (
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">{t.rotateAbout}</Text>
            <PasswordInput
              label={t.ownSecret}
              description={t.ownSecretHint}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': t.secret }}
              {...form.getInputProps('secret')}
            />
            <Checkbox
              label={t.revoke}
              {...form.getInputProps('revoke_previous', { type: 'checkbox' })}
            />
            <RefusedNote error={rotate.error} />
            <DialogFooter>
              <BackButton />
              <Button type="submit" loading={rotate.isPending}>
                {t.rotateNow}
              </Button>
            </DialogFooter>
          </Stack>
        </form>
      ) : (
        <SecretShown secret={secret} onKept={onClose} />
      )}
    </Dialog>
  )
}

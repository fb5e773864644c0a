/** Connects the number, and then shows what has to be entered on the platform. */
import { Note } from '../../parts/note.tsx'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTexts } from '../../words/language.tsx'
import { MESSAGE_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

export function ConnectNumber({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(MESSAGE_TEXTS)
  const setFaults = useSetFaults()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { phone: '', phone_number_id: '', access_token: '', app_secret: '' },
  })
  const connect = useMutation(
    api.messaging.connect.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.messaging.pathFilter()),
      onError: (error) => setFaults(form, error),
    }),
  )
  if (connect.data !== undefined) {
    return (
      <Dialog title={t.connectedTitle} onClose={onClose} size="lg">
        <Stack>
          <Note color="orange" isNews>
            {t.enterThese}
          </Note>
          {connect.data.hook_url !== null && (
            <CopyText label={t.hookUrl} value={connect.data.hook_url} />
          )}
          <CopyText label={t.verifyToken} value={connect.data.verify_token} />
          <DialogFooter>
            <Button onClick={onClose}>{t.entered}</Button>
          </DialogFooter>
        </Stack>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t.connect}
      size="lg"
      label={t.connect}
      isPending={connect.isPending}
      error={connect.error}
      onSubmit={form.onSubmit((values) => connect.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={t.phone}
        description={t.aboutPhone}
        type="tel"
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <TextInput
        label={t.numberId}
        description={t.aboutNumberId}
        inputMode="numeric"
        required
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps('phone_number_id')}
      />
      <PasswordInput
        label={t.accessToken}
        description={t.aboutAccessToken}
        required
        autoComplete="off"
        {...form.getInputProps('access_token')}
      />
      <PasswordInput
        label={t.appSecret}
        description={t.aboutAppSecret}
        required
        autoComplete="off"
        {...form.getInputProps('app_secret')}
      />
    </FormDialog>
  )
}

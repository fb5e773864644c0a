import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { SETTING_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = { readonly banks: readonly string[]; readonly onClose: () => void }

export function ConnectBank({ banks, onClose }: Props) {
  const t = useTexts(SETTING_TEXTS)
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      bank: banks[0] ?? '',
      client_id: '',
      client_secret: '',
      pix_key: '',
      certificate: '',
      certificate_key: '',
    },
  })
  const connect = useMutation(
    api.payments.connect.mutationOptions({
      onSuccess: async (status) => {
        await keepAnswer(cache, api.payments.get.queryKey({}), status)
        tell.done(t.bankConnected)
        onClose()
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  return (
    <FormDialog
      title={t.connectBank}
      size="lg"
      label={t.connectBank}
      isPending={connect.isPending}
      error={connect.error}
      words={{ action_not_allowed: t.bankSilent }}
      onSubmit={form.onSubmit(({ certificate, certificate_key: key, ...values }) =>
        connect.mutate({
          provider: 'pix',
          ...values,
          certificate: certificate === '' ? null : certificate,
          certificate_key: key === '' ? null : key,
        }),
      )}
      onClose={onClose}
    >
      <NativeSelect label={t.bank} data={[...banks]} {...form.getInputProps('bank')} />
      <TextInput
        label={t.pixKey}
        description={t.aboutPixKey}
        required
        autoComplete="off"
        {...form.getInputProps('pix_key')}
      />
      <TextInput
        label={t.bankClientId}
        description={t.aboutBankClientId}
        required
        autoComplete="off"
        {...form.getInputProps('client_id')}
      />
      <PasswordInput
        label={t.bankSecret}
        required
        autoComplete="off"
        {...form.getInputProps('client_secret')}
      />
      <Textarea
        label={t.certificate}
        description={t.aboutCertificate}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('certificate')}
      />
      <Textarea
        label={t.certificateKey}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('certificate_key')}
      />
    </FormDialog>
  )
}

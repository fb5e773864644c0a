/** Makes a key. Its value is shown once, in the same dialog. */
import { Note } from '../../parts/note.tsx'
import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useSetFaults } from '../../parts/tell.tsx'
import { useZone } from '../../session/me.tsx'
import { instantAt, today } from '../../time/wall-clock.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { ApiKey } from './key-row.tsx'
import { KEY_TEXTS } from './texts.ts'

const SCOPES = [
  'read',
  'write',
  'webhooks:manage',
] as const satisfies readonly ApiKey['scopes'][number][]
const KINDS = ['integration', 'agent'] as const satisfies readonly ApiKey['kind'][]

type Values = {
  name: string
  scopes: ApiKey['scopes']
  kind: ApiKey['kind']
  /** `YYYY-MM-DD`, or empty for none. */
  expires_at: string
}

const BEGINNING: Values = { name: '', scopes: ['read'], kind: 'integration', expires_at: '' }

export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const setFaults = useSetFaults()
  const form = useForm({ initialValues: BEGINNING })
  const create = useMutation(
    api.apiKeys.create.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.apiKeys.list.pathFilter()),
      onError: (error) => setFaults(form, error),
    }),
  )
  if (create.data !== undefined) return <Created value={create.data.value} onClose={onClose} />
  return (
    <CreateForm
      form={form}
      error={create.error}
      isPending={create.isPending}
      onCreate={(input) => create.mutate(input)}
      onClose={onClose}
    />
  )
}

type FormProps = {
  readonly form: ReturnType<typeof useForm<Values>>
  readonly error: unknown
  readonly isPending: boolean
  readonly onCreate: (input: Omit<Values, 'expires_at'> & { expires_at: string | null }) => void
  readonly onClose: () => void
}

function CreateForm({ form, error, isPending, onCreate, onClose }: FormProps) {
  const t = useTexts(KEY_TEXTS)
  const { cancel } = useTexts(EVERYWHERE)
  const zone = useZone()
  return (
    <Dialog title={t.create} onClose={onClose} size="lg">
      <form
        onSubmit={form.onSubmit(({ expires_at: until, ...values }) =>
          onCreate({
            ...values,
            expires_at: until === '' ? null : instantAt(`${until} 23:59:00`, zone),
          }),
        )}
      >
        <Stack>
          <TextInput
            label={t.name}
            description={t.aboutName}
            required
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group
            label={t.scopesLabel}
            description={t.aboutScopes}
            required
            {...form.getInputProps('scopes')}
          >
            <Stack gap="xs" mt="xs">
              {SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t.scopes[scope]}
                  description={t.aboutScope[scope]}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Radio.Group label={t.kindLabel} {...form.getInputProps('kind')}>
            <Stack gap="xs" mt="xs">
              {KINDS.map((kind) => (
                <Radio
                  key={kind}
                  value={kind}
                  label={t.kinds[kind]}
                  description={t.aboutKind[kind]}
                />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            type="date"
            label={t.expiry}
            description={t.aboutExpiry}
            min={today(zone)}
            {...form.getInputProps('expires_at')}
          />
          <RefusedNote error={error} words={{ action_not_allowed: t.tooMany }} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {t.createIt}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Created({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const t = useTexts(KEY_TEXTS)
  return (
    <Dialog title={t.createdTitle} onClose={onClose} size="lg">
      <Stack>
        <Note color="orange" isNews>
          {t.once}
        </Note>
        <CopyText label={t.value} value={value} />
        <Text size="sm">{t.tryIt}</Text>
        <CopyText
          label={t.command}
          value={`curl -H 'Authorization: Bearer ${value}' ${location.origin}/v1/me`}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.saved}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

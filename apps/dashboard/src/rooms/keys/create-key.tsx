/** Makes a key. Its value is shown once, in the same dialog. */
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addDays } from '@scheduling/availability'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useZone } from '../../session/me.tsx'
import { instantAt, today } from '../../time/wall-clock.ts'
import { useTexts } from '../../words/language.tsx'
import { CreatedKey } from './created-key.tsx'
import { FullDataSwitch } from './full-data-switch.tsx'
import type { ApiKey } from './key-row.tsx'
import { KEY_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

const SCOPES = [
  'read',
  'write',
  'setup',
  'webhooks:manage',
] as const satisfies readonly ApiKey['scopes'][number][]
const KINDS = ['integration', 'agent'] as const satisfies readonly ApiKey['kind'][]

type Values = {
  name: string
  scopes: ApiKey['scopes']
  kind: ApiKey['kind']
  show_full_personal_data: boolean
  /** `YYYY-MM-DD`, or empty for none. */
  expires_at: string
}

const BEGINNING: Values = {
  name: '',
  scopes: ['read'],
  kind: 'integration',
  show_full_personal_data: false,
  expires_at: '',
}

/** Of an agent's key: what it was given to is soon forgotten. */
const AGENT_DAYS = 90

export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const setFaults = useSetFaults()
  const form = useForm({ initialValues: BEGINNING })
  const create = useMutation(
    api.apiKeys.create.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.apiKeys.list.pathFilter()),
      onError: (error) => setFaults(form, error),
    }),
  )
  if (create.data !== undefined) {
    const { value, kind } = create.data
    return <CreatedKey value={value} kind={kind} onClose={onClose} />
  }
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
  const zone = useZone()
  const { kind, expires_at: expiry } = form.values
  const proposedFor = (of: ApiKey['kind']) =>
    of === 'agent' ? addDays(today(zone), AGENT_DAYS) : ''
  const chooseKind = (chosen: string) => {
    const next = KINDS.find((one) => one === chosen) ?? kind
    form.setFieldValue('kind', next)
    // A chosen date stays.
    if (expiry === proposedFor(kind)) form.setFieldValue('expires_at', proposedFor(next))
  }
  return (
    <FormDialog
      title={t.create}
      size="lg"
      label={t.createIt}
      isPending={isPending}
      error={error}
      words={{ action_not_allowed: t.tooMany }}
      onSubmit={form.onSubmit(({ expires_at: until, ...values }) =>
        onCreate({
          ...values,
          show_full_personal_data: values.kind === 'agent' && values.show_full_personal_data,
          expires_at: until === '' ? null : instantAt(`${until} 23:59:00`, zone),
        }),
      )}
      onClose={onClose}
    >
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
      <Radio.Group label={t.kindLabel} {...form.getInputProps('kind')} onChange={chooseKind}>
        <Stack gap="xs" mt="xs">
          {KINDS.map((one) => (
            <Radio key={one} value={one} label={t.kinds[one]} description={t.aboutKind[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'agent' && (
        <FullDataSwitch {...form.getInputProps('show_full_personal_data', { type: 'checkbox' })} />
      )}
      <TextInput
        type="date"
        label={t.expiry}
        description={kind === 'agent' ? t.aboutAgentExpiry : t.aboutExpiry}
        min={today(zone)}
        {...form.getInputProps('expires_at')}
      />
    </FormDialog>
  )
}

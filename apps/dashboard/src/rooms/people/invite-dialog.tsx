/** Invites a professional who has no login yet, or a new person. */
import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { useTexts } from '../../words/language.tsx'
import { AccessSelect } from './access-select.tsx'
import { PEOPLE_TEXTS } from './texts.ts'
import { useIsMailed } from './use-is-mailed.ts'
import type { User } from './kinds.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Values = {
  email: string
  access: User['access']
  /** The id; empty: a new professional; `none`: a person who serves no clients. */
  professional_id: string
  name: string
}

const NONE = 'none'

const isNamed = (professional: string): boolean => professional === '' || professional === NONE

const BEGINNING: Values = { email: '', access: 'reception', professional_id: NONE, name: '' }

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(PEOPLE_TEXTS)
  const isMailed = useIsMailed()
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({ initialValues: BEGINNING })
  const professionals = useProfessionals()
  const users = useQuery(api.account.listUsers.queryOptions({}))
  const withLogin = new Set(users.data?.data.map((user) => user.professional_id))
  const free = professionals.rows?.filter(({ id }) => !withLogin.has(id)) ?? []
  const invite = useMutation(
    api.account.inviteUser.mutationOptions({
      onSuccess: ({ email }) => {
        tell.done(isMailed ? t.invited(email) : t.mailWaits(email))
        void cache.invalidateQueries(api.account.listUsers.pathFilter())
        onClose()
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  const isNew = isNamed(form.values.professional_id)
  const lacks = form.values.access === 'professional' && form.values.professional_id === NONE
  return (
    <FormDialog
      title={t.invite}
      label={t.sendInvite}
      isPending={invite.isPending}
      error={invite.error}
      words={{ action_not_allowed: t.tooManyPeople, rate_limited: t.tooManyMails }}
      onSubmit={form.onSubmit(({ email, access, professional_id: id, name }) =>
        invite.mutate({
          email,
          access,
          ...(isNamed(id)
            ? { name, is_professional: id !== NONE }
            : { professional_id: Number(id) }),
        }),
      )}
      onClose={onClose}
    >
      <Select
        label={t.who}
        description={t.aboutWho}
        data={[
          { value: NONE, label: t.someoneAtDesk },
          { value: '', label: t.someoneNew },
          ...free.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        allowDeselect={false}
        searchable={free.length > 7}
        {...form.getInputProps('professional_id')}
        error={lacks ? t.needsProfessional : form.errors['professional_id']}
      />
      {isNew && (
        <TextInput
          label={t.name}
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <TextInput
        label={t.email}
        description={t.aboutInviteEmail}
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <AccessSelect
        value={form.values.access}
        onChange={(access) => form.setFieldValue('access', access)}
      />
    </FormDialog>
  )
}

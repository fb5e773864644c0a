/** What a person may do, and which professional the person is. */
import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCESS_WORDS } from '../../access/words.ts'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Note } from '../../parts/note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { useTexts } from '../../words/language.tsx'
import { AccessSelect } from './access-select.tsx'
import type { User } from './kinds.ts'
import { PEOPLE_TEXTS } from './texts.ts'

type Props = { readonly user: User; readonly onClose: () => void }

const NONE = 'none'

export function ChangeAccess({ user, onClose }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const { names } = useTexts(ACCESS_WORDS)
  const tell = useTell()
  const [access, setAccess] = useState(user.access)
  const [professional, setProfessional] = useState(user.professional_id)
  const professionals = useProfessionals()
  const users = useQuery(api.account.listUsers.queryOptions({}))
  const taken = new Set(users.data?.data.map((one) => one.professional_id))
  const free = (professionals.rows ?? []).filter(
    ({ id }) => id === user.professional_id || !taken.has(id),
  )
  const lacks = access === 'professional' && professional === null
  const change = useMutation(
    api.account.updateUser.mutationOptions({
      onSuccess: () => {
        tell.done(t.accessChanged(user.name, names[access]))
        void cache.invalidateQueries(api.account.pathFilter())
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.accessOf(user.name)}
      confirmLabel={t.save}
      isBusy={change.isPending}
      isDisabled={lacks}
      error={change.error}
      words={{ action_not_allowed: t.lastOwner }}
      onConfirm={() => change.mutate({ user_id: user.id, access, professional_id: professional })}
      onClose={onClose}
    >
      <AccessSelect value={access} onChange={setAccess} />
      <Select
        label={t.isProfessional}
        description={t.aboutIsProfessional}
        data={[
          { value: NONE, label: t.noProfessional },
          ...free.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={professional === null ? NONE : String(professional)}
        onChange={(next) => setProfessional(next === null || next === NONE ? null : Number(next))}
        allowDeselect={false}
        searchable={free.length > 7}
        error={lacks ? t.needsProfessional : undefined}
      />
      <Note color="gray">{t.sessionsEnd}</Note>
    </ConfirmDialog>
  )
}

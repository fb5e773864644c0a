import { Button, Group, Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useLeaving } from '../../parts/leaving.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useMe } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

export function PasswordForm() {
  const t = useTexts(ACCOUNT_TEXTS)
  const me = useMe()
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current_password: '', new_password: '' },
  })
  const change = useMutation(
    api.account.changePassword.mutationOptions({
      onSuccess: ({ ended_sessions: count }) => {
        form.reset()
        tell.done(t.changed(count))
        void cache.invalidateQueries(api.account.listSessions.pathFilter())
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  const question = useLeaving(() => form.isDirty(), true)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="password">
      <Title order={2} size="h3" id="password" mb="xs">
        {t.password}
      </Title>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        {/* Password managers save by it. */}
        <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
        <Stack maw={420}>
          <PasswordInput
            label={t.current}
            autoComplete="current-password"
            required
            key={form.key('current_password')}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={t.new}
            description={t.rule}
            autoComplete="new-password"
            required
            key={form.key('new_password')}
            {...form.getInputProps('new_password')}
          />
          <RefusedNote error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t.change}
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </Paper>
  )
}

/** What the plan has can be switched on and off. What it lacks is shown, and says so. */
import { Paper, Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Settings } from './fields.ts'
import { SETTING_TEXTS } from './texts.ts'

type Feature = keyof Settings['features']

const FEATURES = [
  'online_queue',
  'deposits',
  'overbooking',
  'telemedicine',
  'recurrence',
  'messaging_own_number',
  'api',
  'webhooks',
  'agent',
] as const satisfies readonly Feature[]

export function Features({ settings }: { readonly settings: Settings }) {
  const t = useTexts(SETTING_TEXTS)
  const tell = useTell()
  const set = useMutation(
    api.organization.setFeatures.mutationOptions({
      onSuccess: async (now, { features }) => {
        await keepAnswer(cache, api.organization.get.queryKey({}), now)
        void cache.invalidateQueries(api.account.pathFilter())
        for (const [name, on] of Object.entries(features)) {
          const feature = FEATURES.find((one) => one === name)
          if (feature === undefined || on === undefined) continue
          tell.done(t.switched(t.features[feature][0], on), {
            run: () => set.mutate({ features: { [feature]: !on } }),
          })
        }
      },
      onError: tell.refused,
    }),
  )
  return (
    <Stack maw={640}>
      <Text size="sm" c="dimmed">
        {settings.plan === null ? t.noPlan : t.plan(settings.plan.name)}
      </Text>
      {FEATURES.map((name) => {
        const { in_plan: isInPlan, on } = settings.features[name]
        const [label, description] = t.features[name]
        const asked = set.isPending ? set.variables.features[name] : undefined
        return (
          <Paper key={name} withBorder p="sm">
            <Switch
              label={label}
              description={isInPlan ? description : `${description} ${t.notInPlan}`}
              checked={asked ?? on}
              disabled={!isInPlan || asked !== undefined}
              onChange={(event) =>
                set.mutate({ features: { [name]: event.currentTarget.checked } })
              }
            />
          </Paper>
        )
      })}
    </Stack>
  )
}

/** One webhook: how it is doing, what it sends, what became of it. */
import { Anchor, Grid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { api } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { Deliveries } from './deliveries/deliveries.tsx'
import { DeleteDialog } from './dialogs/delete-dialog.tsx'
import { RecoverDialog } from './dialogs/recover-dialog.tsx'
import { RotateDialog } from './dialogs/rotate-dialog.tsx'
import { TestDialog } from './dialogs/test-dialog.tsx'
import { Figures } from './figures/figures.tsx'
import { LoadingDialog } from './loading-dialog.tsx'
import { lookAgain } from './look-again.ts'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook } from './types.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookTrouble } from './webhook-trouble.tsx'

const WebhookForm = lazyPart(
  () => import('./form/webhook-form.tsx'),
  (file) => file.default,
  LoadingDialog,
)

const route = getRouteApi('/frame/webhooks/$webhookId')

export function WebhookPage() {
  const t = useTexts(WEBHOOK_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const { webhookId } = route.useParams()
  const webhook = useQuery(
    api.webhooks.get.queryOptions({ webhook_id: webhookId }, { refetchInterval: lookAgain }),
  )
  // Another user deleted it while it was shown.
  const isGone = reasonOf(webhook.error).refusal?.code === 'not_found'
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/webhooks" {...props}>
            {t.back}
          </Link>
        )}
      />
      {webhook.data === undefined || isGone ? (
        <>
          <PageHead title={t.title} />
          <RefusedNote error={webhook.error} onRetry={() => void webhook.refetch()} />
          {webhook.isPending && <Skeleton h={240} role="status" aria-label={everywhere.loading} />}
        </>
      ) : (
        <Loaded webhook={webhook.data} />
      )}
    </>
  )
}

function Loaded({ webhook }: { readonly webhook: Webhook }) {
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (name: typeof dialog) =>
    void navigate({ search: (search) => ({ ...search, dialog: name }) })
  const close = () => open(undefined)
  return (
    <>
      <PageHead title={webhook.name}>
        <WebhookActions webhook={webhook} onOpen={open} />
      </PageHead>
      <Stack gap="lg">
        <WebhookTrouble webhook={webhook} />
        <Grid gap="md" align="stretch">
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <WebhookFacts webhook={webhook} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Figures webhookId={webhook.id} />
          </Grid.Col>
        </Grid>
        <Deliveries webhook={webhook} />
      </Stack>
      {dialog === 'edit' && <WebhookForm webhook={webhook} onClose={close} />}
      {dialog === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {dialog === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </>
  )
}

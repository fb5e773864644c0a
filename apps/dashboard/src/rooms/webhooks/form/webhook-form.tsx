/** Creates a webhook or changes one. Loaded when it is opened. */
import { Alert, Button, Container, Skeleton, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '../../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { api, cache } from '../../../api/client.ts'
import { BackButton, Dialog, DialogFooter } from '../../../parts/dialog.tsx'
import { DialogRefusal } from '../../../parts/dialog-refusal.tsx'
import { useSetFaults } from '../../../parts/set-faults.ts'
import { useTell } from '../../../parts/tell.tsx'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { SecretShown } from '../secret-shown.tsx'
import type { Webhook } from '../types.ts'
import { ChatFields } from './chat-fields.tsx'
import { EventsField } from './events-field.tsx'
import { FiltersField } from './filters-field.tsx'
import { HeadersField } from './headers-field.tsx'
import { SigningField } from './signing-field.tsx'
import { TargetFields } from './target-fields.tsx'
import { FORM_TEXTS } from './texts.ts'
import {
  changesOf,
  creationOf,
  isChat,
  isSameInForm,
  newValues,
  repeatedName,
  valuesOf,
  type Pair,
  type WebhookValues,
} from './values.ts'

const TemplateField = lazyPart(
  () => import('../template/template-field.tsx'),
  (file) => file.default,
  LoadingField,
)

function LoadingField() {
  const { loading } = useTexts(EVERYWHERE)
  return <Skeleton h={420} role="status" aria-label={loading} />
}

type Props = {
  /** Null: a new one is made. */
  readonly webhook: Webhook | null
  onClose(): void
}

export default function WebhookForm({ webhook: current, onClose }: Props) {
  // As it was when the form was opened: what changes meanwhile is told, and not mixed in.
  const [webhook] = useState(current)
  const t = useTexts(FORM_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const tell = useTell()
  const setFaults = useSetFaults()
  const navigate = useNavigate()
  const [made, setMade] = useState<Webhook | null>(null)
  const rowFault = (pairs: readonly Pair[]): string | null => {
    const repeated = repeatedName(pairs)
    if (repeated !== null) return t.repeated(repeated)
    return pairs.some(({ name, value }) => name.trim() === '' && value !== '')
      ? t.namesRequired
      : null
  }
  const form = useForm<WebhookValues>({
    initialValues: webhook === null ? newValues() : valuesOf(webhook),
    validate: {
      url: (url) => (url.trim() === '' ? t.urlMissing : null),
      events: (events) => (events.length === 0 ? t.atLeastOne : null),
      headers: rowFault,
      secrets: (pairs, { format }) => (format === 'custom' ? rowFault(pairs) : null),
    },
  })
  const open = (id: string) =>
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } })
  const onError = (error: unknown) => void setFaults(form, error)
  const again = () => void cache.invalidateQueries(api.webhooks.pathFilter())
  const create = useMutation(
    api.webhooks.create.mutationOptions({
      onSuccess(created) {
        again()
        if (created.secret !== null) return setMade(created)
        tell.done(t.created)
        return open(created.id)
      },
      onError,
    }),
  )
  const update = useMutation(
    api.webhooks.update.mutationOptions({
      onSuccess() {
        again()
        tell.done(t.saved)
        onClose()
      },
      onError,
    }),
  )
  const isPending = create.isPending || update.isPending
  const submit = form.onSubmit((values) => {
    if (isPending) return
    if (webhook === null) create.mutate(creationOf(values))
    else update.mutate(changesOf(values, webhook))
  })
  const { format } = form.getValues()
  return (
    <Dialog
      isWhole
      onClose={onClose}
      title={webhook === null ? t.createTitle : t.editTitle(webhook.name)}
      isTyped={form.isDirty() && !create.isSuccess && !update.isSuccess}
      // The secret is shown once: one key does not take it away.
      isShownOnce={made !== null}
    >
      <Container size="lg" px={0}>
        {made !== null && made.secret !== null ? (
          <SecretShown secret={made.secret} onKept={() => open(made.id)} />
        ) : (
          <form onSubmit={submit} noValidate>
            <Stack gap="lg">
              {webhook !== null && (current === null || !isSameInForm(current, webhook)) && (
                <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} role="status">
                  {t.changedMeanwhile}
                </Alert>
              )}
              <TargetFields form={form} webhook={webhook} />
              {format === 'custom' && <TemplateField form={form} />}
              {isChat(format) && <ChatFields form={form} />}
              <EventsField form={form} />
              <FiltersField form={form} />
              <HeadersField form={form} />
              {webhook === null && !isChat(format) && <SigningField form={form} />}
              <DialogRefusal error={create.error ?? update.error} />
              <DialogFooter>
                <BackButton />
                <Button type="submit" loading={isPending}>
                  {webhook === null ? everywhere.create : everywhere.save}
                </Button>
              </DialogFooter>
            </Stack>
          </form>
        )}
      </Container>
    </Dialog>
  )
}

/** A new address of an agenda, and what to do with it. */
import {
  Alert,
  Button,
  CopyButton,
  Group,
  List,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconCheck, IconCopy } from '../../icons/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { useSingle } from '../../parts/use-single.ts'
import { useMe } from '../../session/me.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { CALENDARS_TEXTS } from './texts.ts'

const KINDS = ['busy', 'full'] as const

type Props = { readonly professionalId: number | null; readonly onClose: () => void }

export function FeedDialog({ professionalId, onClose }: Props) {
  const t = useTexts(CALENDARS_TEXTS)
  const { required } = useTexts(EVERYWHERE)
  const me = useMe()
  const isOwner = me.access === 'owner'
  const [who, setWho] = useState<number | null>(
    isOwner ? (professionalId ?? me.professional_id) : me.professional_id,
  )
  const [kind, setKind] = useState<(typeof KINDS)[number]>('busy')
  const creating = useMutation(
    api.calendars.createFeed.mutationOptions({
      onSuccess: () => cache.invalidateQueries(api.calendars.listFeeds.pathFilter()),
    }),
  )
  const create = useSingle(creating.mutateAsync)
  if (creating.data !== undefined) return <Created url={creating.data.url} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t.addTitle}
      confirmLabel={t.create}
      isBusy={creating.isPending}
      error={creating.error}
      onConfirm={() => {
        if (who !== null) create({ professional_id: who, kind })
      }}
      onClose={onClose}
    >
      {isOwner && (
        <ProfessionalSelect
          value={who}
          onChange={setWho}
          error={who === null ? required : undefined}
        />
      )}
      <Radio.Group
        label={t.kind}
        value={kind}
        onChange={(next) => setKind(KINDS.find((one) => one === next) ?? 'busy')}
      >
        <Stack gap="sm" mt="xs">
          {KINDS.map((one) => (
            <Radio key={one} value={one} label={t.kinds[one]} description={t.kindNotes[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  )
}

function Created({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const t = useTexts(CALENDARS_TEXTS)
  const { copy, copied } = useTexts(EVERYWHERE)
  return (
    <Dialog onClose={onClose} title={t.createdTitle}>
      <Stack>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t.address}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={url} timeout={2000}>
            {({ copied: isCopied, copy: put }) => (
              <Button
                data-autofocus
                leftSection={
                  isCopied ? (
                    <IconCheck size={16} aria-hidden />
                  ) : (
                    <IconCopy size={16} aria-hidden />
                  )
                }
                onClick={put}
              >
                {isCopied ? copied : copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Alert color="orange">{t.secret}</Alert>
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {t.howTo}
          </Text>
          <List size="sm" spacing={4}>
            <List.Item>{t.howGoogle}</List.Item>
            <List.Item>{t.howOutlook}</List.Item>
            <List.Item>{t.howApple}</List.Item>
          </List>
        </Stack>
        <DialogFooter>
          <BackButton>{t.done}</BackButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

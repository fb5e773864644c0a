/** The clinic's own words for one purpose, with what a client would read beside them as one types. */
import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { MessageText } from './kinds.ts'
import { TextFields, type TextValues } from './text-fields.tsx'
import { TextPreview } from './text-preview.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

type Props = { readonly text: MessageText; readonly onClose: () => void }

export function TextEditor({ text, onClose }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const { save } = useTexts(EVERYWHERE)
  const tell = useTell()
  const [isResetting, setIsResetting] = useState(false)
  const form = useForm<TextValues>({ initialValues: { subject: text.subject, body: text.body } })
  const connection = useQuery(api.messaging.getConnection.queryOptions({}))
  const { purpose, language } = text
  const name = t.purposes[purpose]
  const readAgain = () => void cache.invalidateQueries(api.messaging.listTexts.pathFilter())
  const set = useMutation(
    api.messaging.setText.mutationOptions({
      onSuccess: () => {
        tell.done(t.textSaved(name))
        readAgain()
        onClose()
      },
    }),
  )
  const reset = useMutation(
    api.messaging.resetText.mutationOptions({
      onSuccess: () => {
        tell.done(t.textReset(name))
        readAgain()
        onClose()
      },
    }),
  )
  return (
    <Dialog
      title={t.editOf(name)}
      onClose={onClose}
      size="xl"
      isTyped={form.isDirty() && !set.isSuccess}
    >
      <form onSubmit={form.onSubmit((values) => set.mutate({ purpose, language, ...values }))}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextFields form={form} language={language} />
          <TextPreview purpose={purpose} language={language} text={form.values} />
        </SimpleGrid>
        {text.whatsapp_template !== null && (
          <Text size="sm" c="dimmed" mt="md">
            {connection.data?.channel === 'central'
              ? t.aboutCentralTemplate
              : t.aboutTemplate(text.whatsapp_template)}
          </Text>
        )}
        <Stack mt="md">
          <RefusedNote error={set.error} />
          <DialogFooter>
            {text.is_own && (
              <Button variant="default" mr="auto" onClick={() => setIsResetting(true)}>
                {t.reset}
              </Button>
            )}
            <BackButton />
            <Button type="submit" loading={set.isPending} disabled={!form.isDirty()}>
              {save}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
      {isResetting && (
        <ConfirmDialog
          title={t.reset}
          confirmLabel={t.reset}
          isDanger
          isBusy={reset.isPending}
          error={reset.error}
          onConfirm={() => reset.mutate({ purpose, language })}
          onClose={() => setIsResetting(false)}
        >
          <Text size="sm">{t.aboutReset}</Text>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconPlus } from '../../icons/icons.ts'
import { IconTrash } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import { changeOf, faultsOf, rowsOf, type MetadataRow } from './metadata-rows.ts'
import { CLIENTS_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = { readonly client: Client; onClose(): void }

const MOST_KEYS = 50
const VALUE_CHARACTERS = 500
const KEY_CHARACTERS = 40

export function MetadataDialog({ client, onClose }: Props) {
  const t = useTexts(CLIENTS_TEXTS)
  const tell = useTell()
  // The change is made against what was shown: what another person added meanwhile stays.
  const [before] = useState(client.metadata)
  const [rows, setRows] = useState<readonly MetadataRow[]>(() => rowsOf(before))
  const [isAsked, setAsked] = useState(false)
  const faults = faultsOf(rows)
  const update = useMutation(
    api.clients.update.mutationOptions({
      onSuccess: async (after) => {
        await keepAnswer(cache, api.clients.get.queryKey({ client_id: client.id }), after)
        tell.done(t.wasSaved(after.name))
        onClose()
      },
    }),
  )
  const setRow = (id: string, values: Partial<MetadataRow>): void =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...values } : row)))

  function submit(): void {
    setAsked(true)
    if (faults.size > 0 || update.isPending) return
    const metadata = changeOf(before, rows)
    if (Object.keys(metadata).length === 0) onClose()
    else update.mutate({ client_id: client.id, metadata })
  }

  return (
    <FormDialog
      noValidate
      size="lg"
      title={t.metadataTitle}
      isPending={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t.metadataNote}</Text>
      {rows.map((row, index) => {
        const fault = isAsked ? faults.get(row.id) : undefined
        return (
          <Group
            key={row.id}
            data-row
            gap="xs"
            align="flex-start"
            role="group"
            aria-label={t.fieldNumber(index + 1)}
            grow
            preventGrowOverflow={false}
          >
            <TextInput
              label={t.key}
              maxLength={KEY_CHARACTERS}
              miw={140}
              value={row.key}
              error={fault === undefined ? null : t.rowFaults[fault]}
              onChange={(event) => setRow(row.id, { key: event.currentTarget.value })}
            />
            <TextInput
              label={t.value}
              maxLength={VALUE_CHARACTERS}
              miw={140}
              value={row.value}
              onChange={(event) => setRow(row.id, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              mt={24}
              maw={36}
              aria-label={t.removeField(row.key === '' ? String(index + 1) : row.key)}
              onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        )
      })}
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={rows.length >= MOST_KEYS}
        onClick={() => setRows([...rows, { id: crypto.randomUUID(), key: '', value: '' }])}
      >
        {t.addField}
      </Button>
    </FormDialog>
  )
}

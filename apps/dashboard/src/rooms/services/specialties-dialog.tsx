/** The specialties that group services: created, renamed and removed at one place. */
import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconX } from '../../icons/icons.ts'
import { IconPencil, IconTrash } from '../../icons/more.ts'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { useSingle } from '../../parts/use-single.ts'
import { useSpecialties } from '../../parts/whole-lists.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { SPECIALTY_TEXTS } from './specialty-texts.ts'

type Specialty = inferRouterOutputs<AppRouter>['specialties']['list']['data'][number]

function readAgain(): void {
  void cache.invalidateQueries(api.specialties.pathFilter())
  void cache.invalidateQueries(api.services.pathFilter())
}

export function SpecialtiesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(SPECIALTY_TEXTS)
  const tell = useTell()
  const { rows, error, retry } = useSpecialties()
  const [name, setName] = useState('')
  const creating = useMutation(
    api.specialties.create.mutationOptions({
      onSuccess(created) {
        readAgain()
        setName('')
        tell.done(t.created(created.name))
      },
    }),
  )
  const create = useSingle(creating.mutateAsync)
  return (
    <Dialog onClose={onClose} title={t.title}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        <RefusedNote error={error} onRetry={retry} />
        {rows === null && error === null && <WaitingRows />}
        {rows?.length === 0 && <Text size="sm">{t.empty}</Text>}
        {rows !== null && rows.length > 0 && (
          <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.list}>
            {rows.map((one) => (
              <Row key={one.id} specialty={one} />
            ))}
          </Stack>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') create({ name: name.trim() })
          }}
        >
          <Stack gap="xs">
            <Group align="flex-end" gap="xs" wrap="nowrap">
              <TextInput
                flex={1}
                label={t.newName}
                maxLength={120}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" disabled={name.trim() === ''} loading={creating.isPending}>
                {t.create}
              </Button>
            </Group>
            <RefusedNote error={creating.error} />
          </Stack>
        </form>
      </Stack>
    </Dialog>
  )
}

function Row({ specialty }: { readonly specialty: Specialty }) {
  const t = useTexts(SPECIALTY_TEXTS)
  const tell = useTell()
  const [typed, setTyped] = useState<string | null>(null)
  const renaming = useMutation(
    api.specialties.rename.mutationOptions({
      onSuccess(renamed) {
        readAgain()
        setTyped(null)
        tell.done(t.renamed(renamed.name))
      },
      onError: tell.refused,
    }),
  )
  const removing = useMutation(
    api.specialties.delete.mutationOptions({
      onSuccess() {
        readAgain()
        tell.done(t.removed(specialty.name))
      },
      onError: tell.refused,
    }),
  )
  if (typed !== null) {
    const name = typed.trim()
    return (
      <li style={{ listStyle: 'none' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name === specialty.name) setTyped(null)
            else if (name !== '') renaming.mutate({ specialty_id: specialty.id, name })
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t.nameOf(specialty.name)}
              maxLength={120}
              data-autofocus
              ref={focusAtOnce}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ActionIcon
              type="submit"
              size={36}
              aria-label={t.save}
              disabled={name === ''}
              loading={renaming.isPending}
            >
              <IconCheck size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t.stop}
              onClick={() => setTyped(null)}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </form>
      </li>
    )
  }
  const isUsed = specialty.service_count > 0
  return (
    <Group component="li" gap="xs" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{specialty.name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {t.services(specialty.service_count)}
        </Text>
      </Stack>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t.rename(specialty.name)}
        onClick={() => setTyped(specialty.name)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <Tooltip label={t.used} disabled={!isUsed}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={isUsed ? `${t.remove(specialty.name)}. ${t.used}` : t.remove(specialty.name)}
          data-disabled={isUsed}
          aria-disabled={isUsed}
          loading={removing.isPending}
          onClick={() => {
            if (!isUsed) removing.mutate({ specialty_id: specialty.id })
          }}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus()
}

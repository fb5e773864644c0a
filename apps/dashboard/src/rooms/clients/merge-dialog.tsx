/** Makes one record of two: chosen, compared, shown as it would be, and then confirmed. */
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowsJoin } from '../../icons/more.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, cache } from '../../api/client.ts'
import type { ClientChoice } from '../../parts/client-choice.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { conflictsOf, type MergedField } from './merge-fields.ts'
import { CLIENTS_TEXTS } from './texts.ts'
import { usePhone } from '../../parts/use-phone.ts'
import { cpfWritten } from '../../parts/written-numbers.ts'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'

type Props = { readonly client: Client; onClose(): void }

export function MergeDialog({ client, onClose }: Props) {
  const t = useTexts(CLIENTS_TEXTS)
  const [choice, setChoice] = useState<ClientChoice | null>(null)
  const otherId = choice?.kind === 'known' && choice.id !== client.id ? choice.id : null
  const other = useQuery(
    api.clients.get.queryOptions({ client_id: otherId ?? 0 }, { enabled: otherId !== null }),
  )
  return (
    <Dialog title={t.mergeTitle} size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm">{t.mergeAbout(client.name)}</Text>
        <ClientSelect label={t.other} value={choice} onChange={setChoice} />
        <RefusedNote error={otherId === null ? null : other.error} />
        {otherId !== null && other.data !== undefined ? (
          <Comparison key={otherId} client={client} other={other.data} onClose={onClose} />
        ) : (
          <DialogFooter>
            <BackButton />
          </DialogFooter>
        )}
      </Stack>
    </Dialog>
  )
}

type Sides = Readonly<Partial<Record<MergedField, number>>>

function Comparison({ client, other, onClose }: Props & { readonly other: Client }) {
  const phoneWritten = usePhone()
  const t = useTexts(CLIENTS_TEXTS)
  const tell = useTell()
  const navigate = useNavigate()
  const written = useWritten()
  const [survivorId, setSurvivor] = useState(client.id)
  /** Whose value was chosen, by the id of the record. */
  const [sides, setSides] = useState<Sides>({})
  const conflicts = conflictsOf(client, other)
  const merged = survivorId === client.id ? other : client
  const areTwoPeople = conflicts.includes('cpf')
  const isDecided = !areTwoPeople || sides.cpf !== undefined
  const input = {
    client_id: survivorId,
    merged_client_id: merged.id,
    fields: Object.fromEntries(
      Object.entries(sides).map(([name, id]) => [
        name,
        id === survivorId ? ('survivor' as const) : ('merged' as const),
      ]),
    ),
  }
  const look = useMutation(api.clients.merge.mutationOptions())
  const { mutate } = look
  const asked = JSON.stringify(input)
  useEffect(() => {
    if (isDecided) mutate({ ...(JSON.parse(asked) as typeof input), preview: true })
  }, [mutate, asked, isDecided])
  const merge = useMutation(
    api.clients.merge.mutationOptions({
      onSuccess: ({ client: after }) => {
        tell.done(t.wasMerged(after.name))
        onClose()
        void navigate({ to: '/clients/$clientId', params: { clientId: String(after.id) } })
        return cache.invalidateQueries()
      },
    }),
  )
  const seen = isDecided ? look.data : undefined
  return (
    <>
      <Radio.Group
        label={t.survivor}
        value={String(survivorId)}
        onChange={(id) => setSurvivor(Number(id))}
      >
        <Stack gap={6} mt={6}>
          {[client, other].map(({ id, name }) => (
            <Radio key={id} value={String(id)} label={t.survivorOf(name, String(id))} />
          ))}
        </Stack>
      </Radio.Group>
      {areTwoPeople && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t.twoCpfs}
        </Alert>
      )}
      {conflicts.length === 0 ? (
        <Text size="sm">{t.sameEverywhere}</Text>
      ) : (
        <Stack gap="sm" role="group" aria-label={t.compare}>
          {conflicts.map((name) => (
            <Radio.Group
              key={name}
              label={t.fields[name]}
              value={String(sides[name] ?? (name === 'cpf' ? '' : survivorId))}
              onChange={(id) => setSides({ ...sides, [name]: Number(id) })}
            >
              <Group gap="md" mt={4}>
                {[client, other].map((one) => (
                  <Radio
                    key={one.id}
                    value={String(one.id)}
                    label={valueOf(name, one[name] ?? '', { dayOf: written.dayOf, phoneWritten })}
                  />
                ))}
              </Group>
            </Radio.Group>
          ))}
        </Stack>
      )}
      <RefusedNote error={merge.error ?? (isDecided ? look.error : null)} />
      {seen !== undefined && (
        <Alert color="blue" icon={<IconArrowsJoin aria-hidden />} title={t.preview}>
          <Text size="sm" className={styles['any']}>
            {t.result}: {seen.client.name}
            {', '}
            {[
              seen.client.phone === null ? null : phoneWritten(seen.client.phone),
              seen.client.email,
              seen.client.cpf === null ? null : cpfWritten(seen.client.cpf),
            ]
              .filter((one) => one !== null)
              .join(' · ')}
          </Text>
          <Text size="sm">
            {t.moves(
              written.count(seen.moved.appointments),
              written.count(seen.moved.queue_entries),
              written.count(seen.moved.deposits),
            )}
          </Text>
          <Text size="sm" fw={600}>
            {t.goes(merged.name)}
          </Text>
        </Alert>
      )}
      <DialogFooter>
        <BackButton />
        <Button
          color="red"
          loading={merge.isPending}
          disabled={seen === undefined || look.isPending || look.error !== null}
          onClick={() => merge.mutate(input)}
        >
          {t.confirmMerge}
        </Button>
      </DialogFooter>
    </>
  )
}

function valueOf(
  name: MergedField,
  value: string,
  {
    dayOf,
    phoneWritten,
  }: {
    dayOf: (date: string, shape: 'date') => string
    phoneWritten: (phone: string) => string
  },
): string {
  if (name === 'phone') return phoneWritten(value)
  if (name === 'cpf') return cpfWritten(value)
  return name === 'birth_date' ? dayOf(value, 'date') : value
}

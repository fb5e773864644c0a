/** What is known of the client, and the clinic's own fields. */
import { ActionIcon, Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPencil } from '../../icons/more.ts'
import { useState } from 'react'
import { today } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { useZone } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { MetadataDialog } from './metadata-dialog.tsx'
import { TeamNotesOf } from './team-notes-of.tsx'
import { CLIENTS_TEXTS } from './texts.ts'
import { usePhone } from '../../parts/use-phone.ts'
import { ageOn, cpfWritten } from '../../parts/written-numbers.ts'

export function Facts({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const phoneWritten = usePhone()
  const [isEditing, setEditing] = useState(false)
  const { phone, email, cpf, birth_date: birthDate } = client
  const metadata = Object.entries(client.metadata)
  const unknown = (
    <Text span inherit c="dimmed">
      {t.notGiven}
    </Text>
  )
  return (
    <Stack>
      <Paper withBorder p="md" component="section" aria-labelledby="client-data">
        <Title order={2} size="h5" mb="sm" id="client-data">
          {t.data}
        </Title>
        <dl className={styles['facts']}>
          <dt>{t.phone}</dt>
          <dd>
            {phone === null ? (
              unknown
            ) : (
              <Anchor href={`tel:${phone}`} inherit>
                {phoneWritten(phone)}
              </Anchor>
            )}
          </dd>
          <dt>{t.email}</dt>
          <dd>
            {email === null ? (
              unknown
            ) : (
              <Anchor href={`mailto:${email}`} inherit>
                {email}
              </Anchor>
            )}
          </dd>
          <dt>{t.cpf}</dt>
          <dd>{cpf === null ? unknown : cpfWritten(cpf)}</dd>
          <dt>{t.birthDate}</dt>
          <dd>
            {birthDate === null
              ? unknown
              : `${written.dayOf(birthDate, 'date')} (${t.age(ageOn(today(zone), birthDate))})`}
          </dd>
          <dt>{t.since}</dt>
          <dd>{written.date(client.created_at)}</dd>
        </dl>
      </Paper>
      <TeamNotesOf clientId={client.id} />
      <Paper withBorder p="md" component="section" aria-labelledby="client-metadata">
        <Group justify="space-between" mb="sm" wrap="nowrap">
          <Title order={2} size="h5" id="client-metadata">
            {t.metadata}
          </Title>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t.editMetadata}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Group>
        {metadata.length === 0 ? (
          <Text size="sm">{t.noMetadata}</Text>
        ) : (
          <dl className={styles['facts']}>
            {metadata.map(([key, value]) => (
              <Pair key={key} name={key} value={value} />
            ))}
          </dl>
        )}
      </Paper>
      {isEditing && <MetadataDialog client={client} onClose={() => setEditing(false)} />}
    </Stack>
  )
}

function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className={styles['any']}>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

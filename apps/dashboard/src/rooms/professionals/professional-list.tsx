/** Professionals as a table, and as cards where there is no room for one. */
import {
  ActionIcon,
  Badge,
  Group,
  Paper,
  Stack,
  Table,
  Text,
  Tooltip,
  useMatches,
} from '@mantine/core'
import { IconClock, IconBan } from '../../icons/icons.ts'
import { IconArrowBackUp } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, cache } from '../../api/client.ts'
import { NameButton } from '../../parts/name-button.tsx'
import { SortHead, useSorted } from '../../parts/sort-head.tsx'
import { useTell } from '../../parts/tell.tsx'
import type { ProfessionalRow } from '../../parts/whole-lists.ts'
import { useMe } from '../../session/me.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { PROFESSIONALS_TEXTS } from './texts.ts'

type Props = {
  readonly professionals: readonly ProfessionalRow[]
  /** Whether these are all; else they come page by page. */
  readonly isWhole: boolean
  onEdit(professional: ProfessionalRow): void
  onDeactivate(professional: ProfessionalRow): void
}

const COLUMNS = {
  name: ({ name }: ProfessionalRow) => name,
  registry: ({ registry }: ProfessionalRow) => registry,
  services: ({ service_ids: ids }: ProfessionalRow) => ids.length,
}

export function ProfessionalList({ professionals, isWhole, onEdit, onDeactivate }: Props) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const { none } = useTexts(EVERYWHERE)
  const isNarrow = useMatches({ base: true, md: false })
  const servicesOf = ({ service_ids: ids }: ProfessionalRow) =>
    ids.length === 0 ? t.noServices : t.count(ids.length)
  const { rows, head } = useSorted(professionals, COLUMNS, isWhole)
  if (isNarrow) {
    return (
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.list}>
        {professionals.map((one) => (
          <Paper key={one.id} component="li" withBorder p="sm" display="block">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2} miw={0}>
                <Name professional={one} onEdit={onEdit} />
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {servicesOf(one)}
                  {one.registry !== null && (
                    <>
                      {' · '}
                      <bdi>{one.registry}</bdi>
                    </>
                  )}
                </Text>
              </Stack>
              <Actions professional={one} onDeactivate={onDeactivate} />
            </Group>
          </Paper>
        ))}
      </Stack>
    )
  }
  return (
    <Table verticalSpacing="xs" highlightOnHover aria-label={t.list}>
      <Table.Thead>
        <Table.Tr>
          <SortHead {...head('name')}>{t.name}</SortHead>
          <SortHead {...head('registry')}>{t.registry}</SortHead>
          <SortHead isNumber {...head('services')}>
            {t.services}
          </SortHead>
          <Table.Th w={110}>{t.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <Name professional={one} onEdit={onEdit} />
              {one.email !== null && (
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {one.email}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <bdi>{one.registry ?? none}</bdi>
            </Table.Td>
            <Table.Td ta="right">{servicesOf(one)}</Table.Td>
            <Table.Td>
              <Actions professional={one} onDeactivate={onDeactivate} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type NameProps = { readonly professional: ProfessionalRow; onEdit: Props['onEdit'] }

function Name({ professional, onEdit }: NameProps) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  return (
    <Group gap="xs" miw={0}>
      <NameButton
        name={professional.name}
        label={t.edit(professional.name)}
        onClick={() => onEdit(professional)}
      />
      {professional.role === 'owner' && (
        <Badge variant="light" color="gray" tt="none">
          {t.owner}
        </Badge>
      )}
    </Group>
  )
}

type ActionsProps = { readonly professional: ProfessionalRow; onDeactivate: Props['onDeactivate'] }

function Actions({ professional, onDeactivate }: ActionsProps) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const tell = useTell()
  const { access } = useMe()
  const { name, id } = professional
  const returning = useMutation(
    api.professionals.reactivate.mutationOptions({
      onSuccess() {
        void cache.invalidateQueries(api.professionals.pathFilter())
        tell.done(t.reactivated(name))
      },
      onError: tell.refused,
    }),
  )
  const label = professional.is_active ? t.deactivate(name) : t.reactivate(name)
  const isRefused = professional.role === 'owner' && access !== 'owner'
  const told = isRefused ? `${label}. ${t.ownersOnly}` : label
  return (
    <Group gap="xs" wrap="nowrap">
      {professional.is_active && (
        <Tooltip label={t.hours(name)} maw={320} multiline>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t.hours(name)}
            renderRoot={(props) => <Link to="/hours" search={{ professional_id: id }} {...props} />}
          >
            <IconClock size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={told} maw={320} multiline>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={told}
          data-disabled={isRefused}
          aria-disabled={isRefused}
          loading={returning.isPending}
          onClick={() => {
            if (isRefused) return
            if (professional.is_active) onDeactivate(professional)
            else returning.mutate({ professional_id: id })
          }}
        >
          {professional.is_active ? (
            <IconBan size={18} aria-hidden />
          ) : (
            <IconArrowBackUp size={18} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

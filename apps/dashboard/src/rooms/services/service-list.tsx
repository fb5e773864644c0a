/** Services as a table, and as cards where there is no room for one. */
import {
  ActionIcon,
  Badge,
  ColorSwatch,
  Group,
  Paper,
  Stack,
  Table,
  Text,
  Tooltip,
  useMatches,
} from '@mantine/core'
import { IconBan } from '../../icons/icons.ts'
import { IconArrowBackUp } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { NameButton } from '../../parts/name-button.tsx'
import { SortHead, useSorted } from '../../parts/sort-head.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { ServiceRow } from './service-values.ts'
import { SERVICES_TEXTS } from './texts.ts'

type Props = {
  readonly services: readonly ServiceRow[]
  onEdit(service: ServiceRow): void
  onDeactivate(service: ServiceRow): void
}

const COLUMNS = {
  name: ({ name }: ServiceRow) => name,
  duration: ({ duration_minutes: minutes }: ServiceRow) => minutes,
  price: ({ price }: ServiceRow) => (price === null ? null : Number(price)),
}

export function ServiceList({ services, onEdit, onDeactivate }: Props) {
  const t = useTexts(SERVICES_TEXTS)
  const written = useWritten()
  const isNarrow = useMatches({ base: true, md: false })
  const { rows, head } = useSorted(services, COLUMNS)
  if (isNarrow) {
    return (
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.list}>
        {services.map((service) => (
          <Paper key={service.id} component="li" withBorder p="sm" display="block">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={4} miw={0}>
                <Name service={service} onEdit={onEdit} />
                <Text size="sm">
                  {t.minutes(service.duration_minutes)} · {written.money(service.price)} ·{' '}
                  <People service={service} />
                </Text>
                <Marks service={service} />
              </Stack>
              <State service={service} onDeactivate={onDeactivate} />
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
          <SortHead isNumber {...head('duration')}>
            {t.duration}
          </SortHead>
          <SortHead isNumber {...head('price')}>
            {t.price}
          </SortHead>
          <Table.Th>{t.who}</Table.Th>
          <Table.Th w={60}>{t.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((service) => (
          <Table.Tr key={service.id}>
            <Table.Td>
              <Stack gap={4}>
                <Name service={service} onEdit={onEdit} />
                <Marks service={service} />
              </Stack>
            </Table.Td>
            <Table.Td ta="right">{t.minutes(service.duration_minutes)}</Table.Td>
            <Table.Td ta="right">{written.money(service.price)}</Table.Td>
            <Table.Td>
              <People service={service} />
            </Table.Td>
            <Table.Td>
              <State service={service} onDeactivate={onDeactivate} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Name({ service, onEdit }: { readonly service: ServiceRow; onEdit: Props['onEdit'] }) {
  const t = useTexts(SERVICES_TEXTS)
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <ColorSwatch
        size={14}
        color={service.color ?? 'var(--mantine-primary-color-filled)'}
        aria-hidden
      />
      <NameButton
        name={service.name}
        label={t.edit(service.name)}
        onClick={() => onEdit(service)}
      />
    </Group>
  )
}

function People({ service }: { readonly service: ServiceRow }) {
  const t = useTexts(SERVICES_TEXTS)
  const names = service.professionals.map(({ name }) => name)
  if (names.length === 0) {
    return (
      <Text span inherit fw={600}>
        {t.noOne}
      </Text>
    )
  }
  return names.length <= 2 ? <bdi>{names.join(', ')}</bdi> : t.people(names.length)
}

function Marks({ service }: { readonly service: ServiceRow }) {
  const t = useTexts(SERVICES_TEXTS)
  const written = useWritten()
  const marks = [
    !service.is_active && t.inactive,
    service.booking_mode === 'QUEUE' && t.modes.QUEUE,
    service.service_type === 'TELEMEDICINE' && t.online,
    service.max_capacity > 1 && t.seats(service.max_capacity),
    service.requires_deposit && t.deposit(written.money(service.deposit_amount)),
    service.hidden_from_public_booking && t.hidden,
    service.specialty?.name,
  ].filter((mark) => typeof mark === 'string')
  if (marks.length === 0) return null
  return (
    <Group gap={4}>
      {marks.map((mark) => (
        <Badge key={mark} variant="light" color="gray" tt="none" fw={500}>
          <bdi>{mark}</bdi>
        </Badge>
      ))}
    </Group>
  )
}

type StateProps = { readonly service: ServiceRow; onDeactivate: Props['onDeactivate'] }

function State({ service, onDeactivate }: StateProps) {
  const t = useTexts(SERVICES_TEXTS)
  const tell = useTell()
  const activating = useMutation(
    api.services.update.mutationOptions({
      onSuccess() {
        void cache.invalidateQueries(api.services.pathFilter())
        tell.done(t.activated(service.name))
      },
      onError: tell.refused,
    }),
  )
  const label = service.is_active ? t.deactivate(service.name) : t.activate(service.name)
  return (
    <Tooltip label={label} maw={320} multiline>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        loading={activating.isPending}
        onClick={() => {
          if (service.is_active) onDeactivate(service)
          else activating.mutate({ service_id: service.id, is_active: true })
        }}
      >
        {service.is_active ? (
          <IconBan size={18} aria-hidden />
        ) : (
          <IconArrowBackUp size={18} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  )
}

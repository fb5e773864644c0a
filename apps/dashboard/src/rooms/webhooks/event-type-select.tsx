/** Chooses one type of the catalogue. */
import { Select } from '@mantine/core'
import {
  isEventType,
  SUBSCRIBABLE_EVENT_TYPES,
  type EventType,
} from '@scheduling/events/event-types'
import { useTexts } from '../../words/language.tsx'
import { EVENT_NAMES } from './event-names.ts'
import { groupOf } from './form/selectors.ts'

type Props = {
  readonly label: string
  readonly value: EventType | null
  /** Those to choose among; all when left out. A ping comes first. */
  readonly types?: readonly EventType[]
  readonly clearLabel?: string
  readonly placeholder?: string
  onChange(type: EventType | null): void
}

export function EventTypeSelect({ types, value, onChange, clearLabel, ...rest }: Props) {
  const names = useTexts(EVENT_NAMES)
  const offered: readonly EventType[] = types ?? ['ping', ...SUBSCRIBABLE_EVENT_TYPES]
  const itemOf = (type: EventType) => ({ value: type, label: `${names.types[type]} (${type})` })
  const groups = Map.groupBy(
    offered.filter((type) => type !== 'ping'),
    groupOf,
  )
  return (
    <Select
      {...rest}
      searchable
      maxDropdownHeight={320}
      clearable={clearLabel !== undefined}
      clearButtonProps={{ 'aria-label': clearLabel }}
      allowDeselect={false}
      value={value}
      onChange={(type) => onChange(type !== null && isEventType(type) ? type : null)}
      data={[
        ...(offered.includes('ping') ? [itemOf('ping')] : []),
        ...[...groups].map(([group, those]) => ({
          group: names.groups[group] ?? group,
          items: those.map(itemOf),
        })),
      ]}
    />
  )
}

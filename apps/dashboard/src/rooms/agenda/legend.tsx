/** What the forms of blocks mean. */
import { Group, Text } from '@mantine/core'
import { useTexts } from '../../words/language.tsx'
import block from './block.module.css'
import grid from './grid.module.css'
import classes from './legend.module.css'
import { Mark } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

const STATUSES = ['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'] as const

export function Legend() {
  const t = useTexts(AGENDA_TEXTS)
  return (
    <Group gap="md" mt="xs" role="list" aria-label={t.legend}>
      {STATUSES.map((status) => (
        <Item key={status} text={t.statuses[status]}>
          <span className={`${block.block} ${classes.sample}`} data-status={status}>
            <Mark name={status} />
          </span>
        </Item>
      ))}
      {(['arrived', 'started'] as const).map((name) => (
        <Item key={name} text={t.presence[name]}>
          <span className={`${block.block} ${classes.sample}`} data-status="CONFIRMED">
            <Mark name={name} />
          </span>
        </Item>
      ))}
      <Item text={t.group}>
        <span className={`${block.block} ${classes.sample}`} data-status="SESSION">
          <Mark name="group" />
        </span>
      </Item>
      <Item text={t.overbooked}>
        <span className={`${block.block} ${classes.sample}`} data-overbooked>
          <Mark name="overbooked" />
        </span>
      </Item>
      {(['closed', 'blocked', 'busy', 'hold'] as const).map((name) => (
        <Item key={name} text={t.backgrounds[name]}>
          <span className={`${grid[name]} ${classes.sample}`} />
        </Item>
      ))}
      <Item text={t.backgrounds.buffer}>
        <span className={`${block.buffer} ${classes.sample}`} />
      </Item>
    </Group>
  )
}

function Item({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <Group gap={6} role="listitem" wrap="nowrap">
      {children}
      <Text size="xs">{text}</Text>
    </Group>
  )
}

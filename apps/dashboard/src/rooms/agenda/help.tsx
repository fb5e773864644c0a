/** What the marks of the agenda mean, and which keys steer it. */
import { Kbd, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../words/language.tsx'
import block from './block.module.css'
import board from './board.module.css'
import { fillVariables } from './fill.ts'
import classes from './help.module.css'
import { Mark } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

const STATUSES = ['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW', 'CANCELLED_CLIENT'] as const

/** Keys as they are printed on them; an array is pressed one or the other. */
const KEYS = [
  ['N', 'new'],
  ['B', 'block'],
  ['T', 'today'],
  ['J K', 'turn'],
  ['D W', 'view'],
  ['← ↑ → ↓', 'focus'],
  ['Enter', 'open'],
  ['M', 'move'],
  ['A S C F', 'card'],
  ['Esc', 'escape'],
  ['?', 'help'],
] as const

/** @param isPhone without keys */
export function Help({ isPhone, onClose }: { readonly isPhone: boolean; onClose(): void }) {
  const t = useTexts(AGENDA_TEXTS)
  const sample = fillVariables('#1971c2')
  const Sample = ({
    mark,
    ...rest
  }: { readonly mark: ReactNode } & Record<`data-${string}`, unknown>) => (
    <span className={`${block.block} ${classes.sample}`} style={sample} {...rest}>
      {mark}
    </span>
  )
  return (
    <Dialog title={isPhone ? t.legend : t.help} size="lg" onClose={onClose}>
      <div className={classes.both}>
        <section aria-label={t.legend}>
          {!isPhone && (
            <Text fw={600} component="h3" m={0} mb="xs">
              {t.legend}
            </Text>
          )}
          <Text size="sm" mb="xs">
            {t.aboutColors}
          </Text>
          <ul className={classes.items}>
            {STATUSES.map((status) => (
              <Item key={status} text={t.statuses[status]}>
                <Sample mark={<Mark name={status} />} data-status={status} />
              </Item>
            ))}
            {(['arrived', 'started'] as const).map((name) => (
              <Item key={name} text={t.presence[name]}>
                <Sample mark={<Mark name={name} />} data-status="CONFIRMED" />
              </Item>
            ))}
            <Item text={t.group}>
              <Sample mark={<Mark name="group" />} data-status="SESSION" />
            </Item>
            <Item text={t.overbooked}>
              <Sample mark={<Mark name="overbooked" />} data-overbooked="" />
            </Item>
            <Item text={t.remote}>
              <Mark name="remote" />
            </Item>
            <Item text={t.deposit.PENDING}>
              <Mark name="deposit" />
            </Item>
            {(['closed', 'blocked', 'busy', 'hold'] as const).map((name) => (
              <Item key={name} text={t.backgrounds[name]}>
                <span className={`${board[name]} ${classes.sample}`} />
              </Item>
            ))}
            <Item text={t.backgrounds.buffer}>
              <span className={`${block.buffer} ${classes.sample}`} />
            </Item>
          </ul>
        </section>
        {!isPhone && (
          <section aria-label={t.keyboard}>
            <Text fw={600} component="h3" m={0} mb="xs">
              {t.keyboard}
            </Text>
            <dl className={classes.keys}>
              {KEYS.map(([keys, name]) => (
                <div key={name}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{t.keys[name]}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </Dialog>
  )
}

function Item({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li>
      <span className={classes.shown} aria-hidden>
        {children}
      </span>
      {text}
    </li>
  )
}

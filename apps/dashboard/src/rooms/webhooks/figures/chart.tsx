/** Attempts by hour, as a picture, and as a table for those who do not see it. */
import { ColorSwatch, Group, Text, VisuallyHidden } from '@mantine/core'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Statistics } from '../types.ts'
import { heightsOf, topOf } from './scale.ts'

type Props = { readonly hours: Statistics['by_hour']; readonly height: number }

const SUCCEEDED = 'var(--mantine-color-teal-6)'
const FAILED = 'var(--mantine-color-red-6)'

/** What is kept free for the figures on the left, the hours below, and half a line above. */
const LEFT = 36
const BELOW = 20
const ABOVE = 8
/** So many hours are written below the bars. */
const LABELS = 8

export function Chart({ hours, height }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const written = useWritten()
  const top = topOf(hours)
  const drawn = height - ABOVE - BELOW
  const every = Math.ceil(hours.length / LABELS)
  return (
    <>
      <div aria-hidden>
        <svg width="100%" height={height} fontSize={12} fill="var(--mantine-color-dimmed)">
          {[0, top / 2, top].map((count) => {
            const y = ABOVE + drawn * (1 - count / top)
            return (
              <g key={count}>
                <line
                  x1={LEFT}
                  x2="100%"
                  y1={y}
                  y2={y}
                  stroke="var(--mantine-color-default-border)"
                  strokeDasharray="5 5"
                />
                <text x={LEFT - 6} y={y + 4} textAnchor="end">
                  {written.count(count)}
                </text>
              </g>
            )
          })}
          {/* As wide as what is right of the figures, in per cent of it. */}
          <svg x={LEFT} width={`calc(100% - ${LEFT}px)`} height={height}>
            {hours.map((hour, index) => {
              const heights = heightsOf(hour, top, drawn)
              const wide = 100 / hours.length
              const bar = { x: `${(index + 0.1) * wide}%`, width: `${0.8 * wide}%` }
              const bottom = ABOVE + drawn
              return (
                <g key={hour.from}>
                  <title>
                    {`${written.time(hour.from)}: ${t.succeeded} ${written.count(hour.succeeded)}, ${t.failed} ${written.count(hour.failed)}`}
                  </title>
                  <rect
                    {...bar}
                    y={bottom - heights.succeeded}
                    height={heights.succeeded}
                    fill={SUCCEEDED}
                  />
                  <rect
                    {...bar}
                    y={bottom - heights.succeeded - heights.failed}
                    height={heights.failed}
                    fill={FAILED}
                  />
                  {index % every === 0 && (
                    <text x={`${(index + 0.5) * wide}%`} y={height - 4} textAnchor="middle">
                      {written.time(hour.from)}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        </svg>
        <Group justify="flex-end" gap="md">
          {[
            { color: SUCCEEDED, name: t.succeeded },
            { color: FAILED, name: t.failed },
          ].map(({ color, name }) => (
            <Group key={color} gap={6}>
              <ColorSwatch color={color} size={12} withShadow={false} />
              <Text size="sm">{name}</Text>
            </Group>
          ))}
        </Group>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t.chart}</caption>
          <thead>
            <tr>
              <th scope="col">{t.hour}</th>
              <th scope="col">{t.succeeded}</th>
              <th scope="col">{t.failed}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.from}>
                <th scope="row">{written.moment(hour.from)}</th>
                <td>{written.count(hour.succeeded)}</td>
                <td>{written.count(hour.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}

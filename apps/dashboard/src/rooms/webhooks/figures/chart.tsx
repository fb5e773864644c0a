/** Attempts by hour, as a picture, and as a table for those who do not see it. Loaded when there is something to draw. */
import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { VisuallyHidden } from '@mantine/core'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Statistics } from '../types.ts'

type Props = { readonly hours: Statistics['by_hour']; readonly height: number }

export default function Chart({ hours, height }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const written = useWritten()
  const rows = hours.map(({ from, succeeded, failed }) => ({
    hour: written.time(from),
    from,
    succeeded,
    failed,
  }))
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={height}
          data={rows}
          dataKey="hour"
          type="stacked"
          withLegend
          tickLine="none"
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
          yAxisProps={{ allowDecimals: false, width: 36 }}
          valueFormatter={written.count}
          series={[
            { name: 'succeeded', label: t.succeeded, color: 'teal.6' },
            { name: 'failed', label: t.failed, color: 'red.6' },
          ]}
        />
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
            {rows.map((row) => (
              <tr key={row.from}>
                <th scope="row">{written.moment(row.from)}</th>
                <td>{written.count(row.succeeded)}</td>
                <td>{written.count(row.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}

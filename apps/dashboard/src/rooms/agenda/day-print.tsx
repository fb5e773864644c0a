/** A day on paper: a list for each professional. Nothing is printed by which a client can be reached. */
import { useWritten } from '../../time/written.ts'
import { now } from '../../time/clock.ts'
import { useTexts } from '../../words/language.tsx'
import type { Row } from './cells.ts'
import classes from './day-print.module.css'
import { marksOf } from './naming.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = { readonly rows: readonly Row[]; readonly date: string }

export function DayPrint({ rows, date }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  return (
    <div className={classes.print}>
      <h1>{t.gridOfDay(written.dayOf(date))}</h1>
      {rows.map((row) => {
        const listed = row.cells.flatMap(({ blocks }) =>
          blocks.flatMap(({ appointments }) => appointments),
        )
        return (
          <section key={row.id} aria-label={row.name}>
            <h2>{row.name}</h2>
            {listed.length === 0 ? (
              <p>{t.nothingHere}</p>
            ) : (
              <table>
                <thead>
                  <tr>
                    {[t.time, t.client, t.service, t.status].map((name) => (
                      <th key={name}>{name}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {listed.map((one) => (
                    <tr key={one.id}>
                      <td>{`${written.time(one.start)}–${written.time(one.end)}`}</td>
                      <td>{one.client_name}</td>
                      <td>{one.service_names.join(' + ')}</td>
                      <td>{[t.statuses[one.status], ...marksOf(one, t)].join(', ')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        )
      })}
      <p>{t.printed(written.moment(now()))}</p>
    </div>
  )
}

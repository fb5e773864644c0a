/** Who is called now, in letters that fill the screen, who was called before, and who comes next. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import styles from './queue-screen.module.css'
import { QUEUE_TEXTS } from './texts.ts'

type Screen = inferRouterOutputs<AppRouter>['queue']['getScreen']
type Call = Screen['calls'][number]

type Props = {
  /** Null: it is being read. */
  readonly screen: Screen | null
}

export function ScreenCalls({ screen }: Props) {
  const { screen: t } = useTexts(QUEUE_TEXTS)
  const written = useWritten()
  const calls = screen?.calls ?? []
  const newest = calls.find((call) => !call.is_in_service) ?? null
  const before = calls.filter((call) => call !== newest)
  return (
    <div className={styles['main']}>
      <section className={styles['calls']} aria-label={t.now}>
        <div aria-live="assertive">
          {newest === null ? (
            <div className={styles['quiet']}>{screen === null ? '' : t.noOne}</div>
          ) : (
            // Another element for each call: the movement starts over.
            <div
              key={`${newest.entry_id} ${newest.call_count}`}
              className={styles['now']}
              data-is-new="true"
            >
              <h2 className={styles['label']}>{t.now}</h2>
              <p className={styles['name']} dir="auto">
                {newest.name}
              </p>
              <Where call={newest} />
            </div>
          )}
        </div>
        {before.length > 0 && (
          <>
            <h2 className={styles['label']}>{t.before}</h2>
            <ul className={styles['rest']}>
              {before.map((call) => (
                <li key={call.entry_id} className={styles['row']}>
                  <span dir="auto">{call.name}</span>
                  <span dir="auto">{call.place ?? call.professional?.name}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className={styles['calls']} aria-label={t.next}>
        <h2 className={styles['label']}>
          {t.next} · {t.waiting(written.count(screen?.waiting_count ?? 0))}
        </h2>
        <ol className={styles['rest']}>
          {screen?.next.map(({ entry_id: id, name }) => (
            <li key={id} className={styles['row']} dir="auto">
              {name}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function Where({ call }: { readonly call: Call }) {
  const { screen: t } = useTexts(QUEUE_TEXTS)
  const { place, professional } = call
  if (place === null) {
    return professional === null ? null : <p className={styles['place']}>{professional.name}</p>
  }
  return (
    <>
      <p className={styles['place']} dir="auto">
        {place}
      </p>
      {professional !== null && <p className={styles['with']}>{t.with(professional.name)}</p>}
    </>
  )
}

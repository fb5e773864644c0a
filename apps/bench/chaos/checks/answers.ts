/** What was answered is what happened: once, and nothing else. */
import type { Anomaly, Event, History, Operation } from '../history.ts'
import { CREATES, EVENT_OF } from '../rules.ts'

export function checkAnswers({ operations, events, deposits }: History): Anomaly[] {
  const anomalies: Anomaly[] = []
  const byRequest = Map.groupBy(events, ({ requestId }) => requestId)
  const byTag = Map.groupBy(events, ({ tag }) => tag)
  /** What has an intention to stand for it. */
  const explained = new Set<string>()
  const explain = (happened: readonly Event[]): void => {
    for (const { id } of happened) explained.add(id)
  }
  const intentions = [...Map.groupBy(operations, ({ tag }) => tag).values()]
  const tell = (kind: Anomaly['kind'], [first]: readonly Operation[], why: string): void => {
    const subject = first?.subject === null ? '' : ` of ${first?.subject}`
    anomalies.push({
      kind,
      what: `${first?.kind}${subject} (${first?.tag}): ${why}`,
      at: first?.from ?? null,
    })
  }
  /** First those whose own answer names the request that did it, since what is left is shared out. */
  const unnamed: Operation[][] = []
  for (const attempts of intentions) {
    const [first] = attempts
    if (first === undefined) continue
    const named = attempts
      .flatMap(({ outcome }) =>
        'requestId' in outcome ? (byRequest.get(outcome.requestId) ?? []) : [],
      )
      .filter(({ type }) => type === EVENT_OF[first.kind])
    const done = CREATES.has(first.kind)
      ? (byTag.get(first.tag) ?? []).filter(({ type }) => type === EVENT_OF[first.kind])
      : named
    explain(done)
    if (done.length > 1) tell('done twice', attempts, `${done.length} times`)
    const answers = attempts.flatMap(({ outcome }) => (outcome.kind === 'ok' ? [outcome] : []))
    if (new Set(answers.map(({ text }) => text)).size > 1)
      tell('answered differently', attempts, answers.map(({ text }) => text).join(' / '))
    for (const { outcome } of attempts) {
      if (outcome.kind !== 'refused') continue
      if (outcome.status >= 500 && outcome.status !== 503)
        tell('answered with a fault', attempts, `${outcome.status} ${outcome.code}`)
      const changed = byRequest.get(outcome.requestId) ?? []
      if (changed.length > 0)
        tell(
          'refused and done',
          attempts,
          `${outcome.status} ${outcome.code}, and ${changed[0]?.type}`,
        )
      explain(changed)
    }
    const isAllRefused = attempts.every(({ outcome }) => outcome.kind === 'refused')
    if (isAllRefused && done.length > 0 && !anomalies.some(({ what }) => what.includes(first.tag)))
      tell('refused and done', attempts, `it is there as ${done[0]?.shown.id}`)
    const [event] = done
    const [answer] = answers
    if (answer !== undefined && event !== undefined && !isSame(answer.shown, event.shown))
      tell(
        'answered and different',
        attempts,
        `${shownText(answer.shown)}, happened ${shownText(event.shown)}`,
      )
    if (event === undefined) unnamed.push(attempts)
  }
  shareOut(unnamed, { events, deposits }, explained, tell)
  const kinds = new Set(Object.values(EVENT_OF))
  // One request may cause several events: who pays confirms as well.
  const known = new Set([
    ...operations.flatMap(({ outcome }) => (outcome.kind === 'ok' ? [outcome.requestId] : [])),
    ...events.filter(({ id }) => explained.has(id)).map(({ requestId }) => requestId),
  ])
  for (const event of events) {
    if (known.has(event.requestId) || !kinds.has(event.type) || event.actor === 'system') continue
    const what = `${event.type} of ${event.shown.id} (${event.id}, ${event.requestId})`
    anomalies.push({ kind: 'done unasked', what, at: event.createdAt })
  }
  return anomalies
}

/** An operation whose answer was lost may stand behind one event that no one else caused. */
function shareOut(
  unnamed: readonly (readonly Operation[])[],
  { events, deposits }: Pick<History, 'events' | 'deposits'>,
  explained: Set<string>,
  tell: (kind: Anomaly['kind'], attempts: readonly Operation[], why: string) => void,
): void {
  const free = Map.groupBy(
    events.filter(({ id }) => !explained.has(id)),
    ({ type, shown }) => `${type} ${shown.id}`,
  )
  const isOk = (attempts: readonly Operation[]): boolean =>
    attempts.some(({ outcome }) => outcome.kind === 'ok')
  // Those who were told that it happened come first: they need one.
  for (const attempts of unnamed.toSorted(
    (one, other) => Number(isOk(other)) - Number(isOk(one)),
  )) {
    const [first] = attempts
    if (first === undefined) continue
    const ok = attempts.find(({ outcome }) => outcome.kind === 'ok')?.outcome
    // What was there already was answered: nothing happens.
    if (ok?.kind === 'ok' && CREATES.has(first.kind) && ok.status === 200) continue
    const mayHaveHappened = attempts.some(({ outcome }) => outcome.kind === 'unknown')
    const subject = first.kind === 'charge' && ok?.kind === 'ok' ? ok.shown.id : first.subject
    const found = free.get(`${EVENT_OF[first.kind]} ${subject}`)
    // The payment code of a deposit comes after the answer, from a timer as well.
    const isTaken = mayHaveHappened || first.kind === 'charge' ? found?.shift() : undefined
    if (isTaken !== undefined) explained.add(isTaken.id)
    else if (ok?.kind !== 'ok') continue
    else if (first.kind === 'charge' && endedWithoutCode(deposits, ok.shown.id)) continue
    else if (first.kind === 'move' && wasThere(events, ok.shown, attempts)) continue
    else tell('answered and missing', attempts, 'no event tells of it')
  }
}

/** Paid by hand, or over with its appointment, before its payment code came: nothing tells that it was created. */
function endedWithoutCode(deposits: History['deposits'], id: number): boolean {
  return deposits.some((row) => row.id === id && row.status !== 'PENDING' && !row.hasCode)
}

/** Whether it was moved to where it was already, which is answered and changes nothing. */
function wasThere(
  events: readonly Event[],
  { id, start, professionalId }: Compared,
  attempts: readonly Operation[],
): boolean {
  const until = Math.max(...attempts.map(({ to }) => to))
  const before = events.findLast(
    ({ type, shown, createdAt }) =>
      type.startsWith('appointment.') && shown.id === id && createdAt <= until,
  )?.shown
  return (
    before !== undefined &&
    before.professionalId === professionalId &&
    Date.parse(before.start ?? '') === Date.parse(start ?? '')
  )
}

type Compared = Event['shown']

function isSame(one: Compared, other: Compared): boolean {
  return shownText(one) === shownText(other)
}

function shownText({ id, status, start, professionalId }: Compared): string {
  return `${id} ${status} ${start === null ? '' : Date.parse(start)} ${professionalId ?? ''}`
}

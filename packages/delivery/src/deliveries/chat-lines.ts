/**
 * Only the oldest waiting event of each appointment may go to a chat channel, even while it waits for a retry: it
 * would overwrite what a later event wrote into the same message. Such deliveries form a line per appointment;
 * all others go independently.
 */

/**
 * `line` of a new delivery, as SQL: the appointment that its event is about; null where order does not matter.
 *
 * @param made row with `event_day`, `event_id` and `event_type`
 * @param isChat whether the delivery goes to a chat channel
 */
export const lineOf = (made: string, isChat: string): string =>
  `CASE WHEN ${isChat} AND ${made}.event_type LIKE 'appointment.%' THEN (
     SELECT e.payload->'object'->>'id' FROM event e WHERE e.event_day = ${made}.event_day AND e.id = ${made}.event_id) END`

/** The sequence of a delivery's event: of two deliveries in one line, which event came first. */
const sequenceOf = (d: string): string =>
  `(SELECT e.sequence FROM event e WHERE e.event_day = ${d}.event_day AND e.id = ${d}.event_id)`

/** Whether no older delivery of its line waits for the webhook; both are columns or parameters. */
export const isFirstInLine = (d: string, webhookId: string): string =>
  `(${d}.line IS NULL OR NOT EXISTS (
         SELECT FROM delivery o
         WHERE o.webhook_id = ${webhookId} AND o.state = 'pending' AND o.line = ${d}.line
           AND (${sequenceOf('o')}, o.run) < (${sequenceOf(d)}, ${d}.run)))`

/** How many deliveries are looked at, by the time of their next attempt. */
const MOST = 20

/**
 * What may go to the channel `$1` first, as a CTE `first_in_line`. PostgreSQL reads rows in their order until there
 * are enough, and looks at the line of each: the work does not grow with the number of deliveries that wait.
 *
 * @param due condition on `d`
 * @param free condition on `d`, too
 */
export const firstInLine = (due: string, free: string): string => `first_in_line AS MATERIALIZED (
     SELECT d.event_day, d.event_id, d.run, d.next_attempt_at, ${sequenceOf('d')} AS sequence
     FROM delivery d
     WHERE d.webhook_id = $1 AND d.state = 'pending' AND ${due} AND ${free}
       AND ${isFirstInLine('d', '$1')}
     ORDER BY d.next_attempt_at LIMIT ${MOST}
   )`

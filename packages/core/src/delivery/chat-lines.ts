/**
 * Of each appointment only the oldest event that waits may go to a chat channel, even while it waits for a retry: a
 * later edit of the message would be overwritten by it. They stand in line; everything else goes by itself.
 */
import { IS_FREE } from './lease-terms.ts'

/**
 * `line` of a new delivery, as SQL: the appointment that its event is about; null where nothing has an order.
 *
 * @param made row with `event_day`, `event_id` and `event_type`
 * @param isChat whether it goes to a chat channel
 */
export const lineOf = (made: string, isChat: string): string =>
  `CASE WHEN ${isChat} AND ${made}.event_type LIKE 'appointment.%' THEN (
     SELECT e.payload->'object'->>'id' FROM event e WHERE e.event_day = ${made}.event_day AND e.id = ${made}.event_id) END`

/** Of two deliveries of one line: which event came first. */
const sequenceOf = (d: string): string =>
  `(SELECT e.sequence FROM event e WHERE e.event_day = ${d}.event_day AND e.id = ${d}.event_id)`

/** So many are looked at, by the time of their next attempt. */
const MOST = 20

/**
 * What may go to the channel `$1` first, as a CTE `first_in_line`. Rows are read in their order until there are enough,
 * each with a look at its own line: the work does not grow with what waits.
 *
 * @param due condition on `d`
 */
export const firstInLine = (due: string): string => `first_in_line AS MATERIALIZED (
     SELECT d.event_day, d.event_id, d.run, d.next_attempt_at, ${sequenceOf('d')} AS sequence
     FROM delivery d
     WHERE d.webhook_id = $1 AND d.state = 'pending' AND ${due} AND ${IS_FREE}
       AND (d.line IS NULL OR NOT EXISTS (
         SELECT FROM delivery o
         WHERE o.webhook_id = $1 AND o.state = 'pending' AND o.line = d.line
           AND (${sequenceOf('o')}, o.run) < (${sequenceOf('d')}, d.run)))
     ORDER BY d.next_attempt_at LIMIT ${MOST}
   )`

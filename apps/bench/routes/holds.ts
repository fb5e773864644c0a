/** What holds that have expired cost those who look for a time. */
import type { RouteBench } from '../bench.ts'
import { compared, inTurn, require } from '../figures.ts'
import { rateOf, type Shot } from '../stage/load.ts'
import { answerOf, type Pair } from '../stage/pair.ts'
import { monthOfSlots } from './slots.ts'

const EXPIRED = 10_000
/** Each of 20 professionals, at night, when there are no appointments. */
const PER_NIGHT = 17

/** @param isFreed whether a worker has freed their time */
async function expire({ pool, clinic }: Pair, isFreed: boolean): Promise<void> {
  await pool.query(
    `INSERT INTO time_hold (organization_id, professional_id, service_ids, starts_at, ends_at, expires_at,
       caller_id, caller_name, created_at)
     SELECT $1, p.id, ARRAY[$2::int], at, at + interval '30 minutes', now() - interval '1 hour', 'key', 'Bench', now() - interval '2 hours'
     FROM professional p, generate_series(0, 30) AS day, generate_series(0, $3::int - 1) AS place,
       LATERAL (SELECT (current_date + day + time '19:00') AT TIME ZONE 'America/Sao_Paulo' + place * interval '30 minutes' AS at) AS start
     WHERE p.organization_id = $1 ORDER BY day, place, p.id LIMIT $4`,
    [clinic.organizationId, clinic.serviceId, PER_NIGHT, EXPIRED],
  )
  if (!isFreed) {
    await pool.query(
      `INSERT INTO calendar_hold (organization_id, professional_id, starts_at, busy_from, busy_to, held_until, time_hold_id)
       SELECT organization_id, professional_id, starts_at, starts_at, ends_at, expires_at, id FROM time_hold`,
    )
  }
  await pool.query('VACUUM ANALYZE calendar_hold, time_hold')
}

async function clear({ pool }: Pair): Promise<void> {
  await pool.query('DELETE FROM calendar_hold WHERE time_hold_id IS NOT NULL')
  await pool.query('DELETE FROM time_hold')
  await pool.query('VACUUM ANALYZE calendar_hold, time_hold')
}

export const HOLDS_BENCH: RouteBench = {
  about: `\`GET /v1/availability/slots\` of 20 professionals, 31 days and 2,000 taken times, with ${EXPIRED} holds that have expired in these days. The reference is the same without them. A worker frees expired time each minute; "without a worker" is what is left after hours without one.`,
  clinic: 'a month',
  async run(pair, { rounds, seconds, clients }) {
    const shot: Shot = { method: 'GET', path: monthOfSlots(pair) }
    const load = async (): Promise<number> =>
      rateOf(
        await pair.send('ours', { connections: clients, shots: [shot], seconds, expected: [200] }),
      )
    const slots = async (): Promise<number> => (await answerOf(pair, 'ours', shot)).data.length
    const free = await slots()
    await load()
    const withExpired = (isFreed: boolean) => async (): Promise<number> => {
      await expire(pair, isFreed)
      require((await slots()) === free, 'expired holds take time')
      const rate = await load()
      await clear(pair)
      return rate
    }
    const { none, freed, left } = await inTurn(rounds, {
      none: load,
      freed: withExpired(true),
      left: withExpired(false),
    })
    const said = { unit: '/s', digits: 1 }
    return [
      compared(
        'freed by a worker',
        { ours: freed, reference: none },
        { ...said, aim: { sign: '≥', value: 0.95 } },
      ),
      compared('without a worker', { ours: left, reference: none }, said),
    ]
  },
}

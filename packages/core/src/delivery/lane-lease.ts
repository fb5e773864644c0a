import { statement, type Runner } from './statement.ts'

const take = statement<{ lane: number }>(
  'take a lane',
  `UPDATE webhook_lane SET lease_token = $2, lease_until = clock_timestamp() + interval '30 seconds'
   WHERE (webhook_id, lane) = (
     SELECT webhook_id, lane FROM webhook_lane
     WHERE webhook_id = $1 AND lane < $3 AND (lease_until IS NULL OR lease_until < clock_timestamp())
     ORDER BY lane LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING lane`,
)

const makeLanes = statement(
  'make lanes',
  `INSERT INTO webhook_lane (webhook_id, lane) SELECT $1, generate_series(0, 3) ON CONFLICT DO NOTHING`,
)

const countLanes = statement<{ lanes: string }>(
  'count lanes',
  'SELECT count(*)::text AS lanes FROM webhook_lane WHERE webhook_id = $1',
)

const give = statement(
  'release a lane',
  'UPDATE webhook_lane SET lease_token = NULL, lease_until = NULL WHERE webhook_id = $1 AND lease_token = $2',
)

/** Takes a free lane of the first `open`; false when all of them work. */
export async function takeLane(
  runner: Runner,
  webhookId: string,
  token: string,
  open: number,
): Promise<boolean> {
  if ((await take(runner, [webhookId, token, open])).length > 0) return true
  const [count] = await countLanes(runner, [webhookId])
  if (Number(count?.lanes ?? 0) > 0) return false
  await makeLanes(runner, [webhookId])
  return (await take(runner, [webhookId, token, open])).length > 0
}

export async function releaseLane(runner: Runner, webhookId: string, token: string): Promise<void> {
  await give(runner, [webhookId, token])
}

/** The rows that free slots are computed from, as they are: hours, exceptions and taken times. */
import type { FastifyInstance } from 'fastify'
import type { ReferenceDatabase } from './database.ts'

/** Each with the professionals of the service (`$1`), and all but the first with the first and the last day. */
const QUESTIONS = {
  hours: `SELECT professional_id, weekday, opens_minute, closes_minute FROM working_hours
    WHERE professional_id = ANY($1)`,
  overrides: `SELECT professional_id, date::text, opens_minutes, closes_minutes FROM date_override
    WHERE professional_id = ANY($1) AND date BETWEEN $2 AND $3`,
  blocked: `SELECT professional_id, starts_at, ends_at FROM blocked_time
    WHERE professional_id = ANY($1) AND starts_at < $3 AND ends_at > $2`,
  holds: `SELECT id, professional_id, service_id, taken, starts_at, busy_from, busy_to FROM calendar_hold
    WHERE professional_id = ANY($1) AND tstzrange(busy_from, busy_to) && tstzrange($2, $3)`,
} as const

const PERFORMERS = `
  SELECT p.id, p.name FROM professional p JOIN professional_service s ON s.professional_id = p.id
  WHERE p.organization_id = $1 AND s.service_id = $2 AND p.is_active`

const HOLIDAYS =
  'SELECT date::text FROM holiday WHERE organization_id = $1 AND date BETWEEN $2 AND $3'

type Asked = { Querystring: { service_ids: string; from: string; to: string } }

export function addSlots(
  app: FastifyInstance,
  { ask }: ReferenceDatabase,
  organizationId: number,
): void {
  app.get<Asked>('/v1/availability/slots', async ({ query }) => {
    const { service_ids, from, to } = query
    const performers = await ask('performers', PERFORMERS, [organizationId, Number(service_ids)])
    const ids = performers.map((row) => row['id'])
    const { hours, ...dated } = QUESTIONS
    const answer: Record<string, unknown> = {
      performers,
      hours: await ask('hours', hours, [ids]),
      holidays: await ask('holidays', HOLIDAYS, [organizationId, from, to]),
    }
    for (const [name, text] of Object.entries(dated))
      answer[name] = await ask(name, text, [ids, from, to])
    return answer
  })
}

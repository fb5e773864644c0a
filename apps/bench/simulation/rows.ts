/** The statements that fill ten thousand businesses, of the kinds of the model. */
import { BOOKED_BEHIND_DAYS, HALF_HOURS, OPENS_MINUTE } from './calendar.ts'
import { KINDS, ZONES } from './kinds.ts'

/** How wide the tables are. */
export type Width = {
  readonly organizations: number
  /** Of each professional. */
  readonly appointments: number
  /** Of each business. */
  readonly clients: number
}

/** In these, kinds come as often as their shares say. */
const CYCLE = 20

/** The kind of the business at this place, from 1: all kinds come early, so that the first ones are a sample of all. */
export function kindAt(place: number): number {
  const spread = ((place * 7) % CYCLE) / CYCLE
  let until = 0
  return KINDS.findIndex(({ share }) => spread < (until += share) - 1e-9)
}

const kindRows = KINDS.map(
  ({ professionals, services, queueEntries }, kind) =>
    `(${kind}, ${professionals}, ${services}, ${queueEntries > 0})`,
).join(', ')

const places = Array.from({ length: CYCLE }, (_, place) => `(${place}, ${kindAt(place)})`).join(
  ', ',
)

/** Every business with its kind: `o.id`, `o.place`, `kind.professionals` and so on. */
const BUSINESSES = `
  (SELECT id, time_zone, substring(slug FROM 10)::int AS place FROM organization WHERE slug LIKE 'business-%') o
  JOIN (VALUES ${places}) AS cycle (place, kind) ON cycle.place = o.place % ${CYCLE}
  JOIN (VALUES ${kindRows}) AS kind (kind, professionals, services, has_queue) ON kind.kind = cycle.kind`

const zone = ZONES.slice(1).reduce(
  (otherwise, { zone, share }) =>
    `CASE WHEN place * 37 % 100 < ${share * 100} THEN '${zone}' ELSE ${otherwise} END`,
  `'${ZONES[0].zone}'`,
)

/** First: a trigger opens the feed of each. */
export const organizationRows = ({ organizations }: Width, features: readonly string[]): string => `
  INSERT INTO organization (name, slug, time_zone, plan_name, plan_features, min_advance_minutes)
  SELECT 'Business ' || place, 'business-' || place, ${zone}, 'Pro', ARRAY[${features.map((one) => `'${one}'`).join(', ')}], 0
  FROM generate_series(1, ${organizations}) place`

const PROFESSIONALS = `
  INSERT INTO professional (organization_id, name, role, registry)
  SELECT o.id, 'Profissional ' || i, (CASE WHEN i = 1 THEN 'owner' ELSE 'collaborator' END)::professional_role, 'CRM ' || i
  FROM ${BUSINESSES}, generate_series(1, kind.professionals) i ORDER BY o.place, i`

const USERS = `
  INSERT INTO user_account (organization_id, professional_id, email, password_hash, access)
  SELECT organization_id, id, 'owner.' || organization_id || '@example.com', 'none', 'owner' FROM professional WHERE role = 'owner'`

/** The first one is the one that is booked; the last one of who has a queue is queued for; one needs a deposit. */
const SERVICES = `
  INSERT INTO service (organization_id, name, description, duration_minutes, price, color, booking_mode, requires_deposit, deposit_amount)
  SELECT o.id, 'Consulta ' || i, 'Consulta de rotina', 30, 150, '#336699',
    (CASE WHEN kind.has_queue AND i = kind.services THEN 'QUEUE' ELSE 'SCHEDULED' END)::booking_mode, i = 2, CASE WHEN i = 2 THEN 50 END
  FROM ${BUSINESSES}, generate_series(1, kind.services) i ORDER BY o.place, i`

const PERFORMERS = `
  INSERT INTO professional_service (organization_id, professional_id, service_id)
  SELECT p.organization_id, p.id, s.id FROM professional p JOIN service s ON s.organization_id = p.organization_id`

const HOURS = `
  INSERT INTO working_hours (organization_id, professional_id, weekday, opens_minute, closes_minute)
  SELECT organization_id, id, weekday, ${OPENS_MINUTE}, ${OPENS_MINUTE + HALF_HOURS * 30}
  FROM professional, generate_series(0, 6) weekday`

const DESKS = `
  INSERT INTO queue_desk (organization_id, professional_id, is_open)
  SELECT organization_id, id, true FROM professional p WHERE role = 'owner'
    AND EXISTS (SELECT FROM service s WHERE s.organization_id = p.organization_id AND s.booking_mode = 'QUEUE')`

const clients = (each: number): string => `
  INSERT INTO client (organization_id, first_name, last_name, email, phone, phone_key, metadata, search_text)
  SELECT o.id, first, last, email, '+55119' || line, '+5511' || line, '{"crm_id": "C-1"}',
    lower(first || ' ' || last || ' ' || email) || chr(31) || '55119' || line || ' 5511' || line
  FROM ${BUSINESSES}, generate_series(1, ${each}) i,
    LATERAL (SELECT (ARRAY['Maria', 'Ana', 'Beatriz', 'Carlos', 'Daniel', 'Elisa', 'Fernando', 'Helena'])[1 + i % 8] AS first,
      (ARRAY['Silva', 'Souza', 'Costa', 'Oliveira', 'Pereira', 'Almeida', 'Ramos', 'Melo', 'Rocha'])[1 + i % 9] AS last,
      80000000 + i AS line) a, LATERAL (SELECT lower(first) || '.' || i || '@example.com' AS email) b
  ORDER BY o.place, i`

/** In turn over the days around today, in the half hours of the opening hours, so that none touches another. */
const holds = (each: number): string => `
  INSERT INTO calendar_hold (organization_id, professional_id, service_id, starts_at, busy_from, busy_to)
  SELECT p.organization_id, p.id, s.id, start, start, start + interval '30 minutes'
  FROM professional p JOIN organization o ON o.id = p.organization_id
    JOIN LATERAL (SELECT min(id) AS id FROM service WHERE organization_id = p.organization_id) s ON true,
    generate_series(0, ${each - 1}) k,
    LATERAL (SELECT k % ${BOOKED_BEHIND_DAYS * 2} - ${BOOKED_BEHIND_DAYS} AS day, k / ${BOOKED_BEHIND_DAYS * 2} * 2 AS half) a,
    LATERAL (SELECT (current_date + day)::timestamp AT TIME ZONE o.time_zone
      + (${OPENS_MINUTE} + 30 * half) * interval '1 minute' AS start) b
  ORDER BY p.id, k`

const appointments = (clientsEach: number): string => `
  INSERT INTO appointment (organization_id, professional_id, client_id, hold_id, status, type, starts_at, ends_at,
    duration_minutes, price, notes, metadata, source, ical_uid, created_at, updated_at)
  SELECT h.organization_id, h.professional_id, first_client.id + h.id % ${clientsEach}, h.id,
    (CASE WHEN h.starts_at < now() THEN 'COMPLETED' WHEN h.id % 2 = 0 THEN 'CONFIRMED' ELSE 'PENDING' END)::appointment_status,
    'IN_PERSON', h.starts_at, h.busy_to, 30, 150, 'Primeira consulta', '{"crm_id": "A-1"}', 'api', h.id || '@api.example.com',
    h.starts_at - interval '3 days', h.starts_at - interval '3 days'
  FROM calendar_hold h JOIN (SELECT organization_id, min(id) AS id FROM client GROUP BY 1) first_client USING (organization_id)`

const SERVICE_LINES = `
  INSERT INTO appointment_service (organization_id, appointment_id, position, service_id)
  SELECT a.organization_id, a.id, 0, h.service_id FROM appointment a JOIN calendar_hold h ON h.id = a.hold_id`

/** Some wait at every queue today. */
const QUEUE_ENTRIES = `
  INSERT INTO queue_entry (organization_id, service_id, client_id, date, source, arrived_at)
  SELECT s.organization_id, s.id, c.id + i, (now() AT TIME ZONE o.time_zone)::date, 'api', now() - i * interval '5 minutes'
  FROM service s JOIN organization o ON o.id = s.organization_id
    JOIN (SELECT organization_id, min(id) AS id FROM client GROUP BY 1) c ON c.organization_id = s.organization_id,
    generate_series(1, 3) i
  WHERE s.booking_mode = 'QUEUE'`

/** At one of ten someone waits for a time that does not come: on days when it is closed. */
const WISHES = `
  WITH wish AS (
    INSERT INTO waitlist_wish (organization_id, client_id, status, source, language, from_date, to_date, weekdays,
      from_minute, to_minute, waits_since)
    SELECT o.id, c.id, 'WAITING', 'api', 'pt', current_date + 1, current_date + 30, '{1,2,3,4,5}', 0, ${OPENS_MINUTE}, now()
    FROM organization o JOIN (SELECT organization_id, min(id) AS id FROM client GROUP BY 1) c ON c.organization_id = o.id
    WHERE o.id % 10 = 0 RETURNING id, organization_id)
  INSERT INTO waitlist_wish_service (organization_id, wish_id, position, service_id)
  SELECT w.organization_id, w.id, 0, (SELECT min(id) FROM service s WHERE s.organization_id = w.organization_id) FROM wish w`

/** Then what each of them has. */
export function businessRows({ appointments: each, clients: people }: Width): string[] {
  return [
    PROFESSIONALS,
    USERS,
    SERVICES,
    'ANALYZE organization, professional, service',
    PERFORMERS,
    HOURS,
    DESKS,
    clients(people),
    'ANALYZE client',
    holds(each),
    'ANALYZE calendar_hold',
    appointments(people),
    SERVICE_LINES,
    QUEUE_ENTRIES,
    WISHES,
    'VACUUM ANALYZE',
  ]
}

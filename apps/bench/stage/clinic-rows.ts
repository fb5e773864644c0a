/** The statements that fill a clinic. Numbers alone are put into them. */

export type Counts = {
  readonly organization: number
  readonly clients: number
  readonly appointments: number
  readonly events: number
}

type Rows = (counts: Counts) => string

const professionals: Rows = ({ organization }) => `
  INSERT INTO professional (organization_id, name, registry)
  SELECT ${organization}, 'Profissional ' || i, 'CRM ' || i FROM generate_series(1, 20) i`

const services: Rows = ({ organization }) => `
  INSERT INTO service (organization_id, name, description, duration_minutes, price, color)
  SELECT ${organization}, 'Consulta ' || i, 'Consulta de rotina', 30, 150, '#336699' FROM generate_series(1, 10) i`

const performers: Rows = () => `
  INSERT INTO professional_service (organization_id, professional_id, service_id)
  SELECT p.organization_id, p.id, s.id FROM professional p, service s`

const dayAndNight: Rows = () => `
  INSERT INTO working_hours (organization_id, professional_id, weekday, opens_minute, closes_minute)
  SELECT organization_id, id, weekday, 0, 1440 FROM professional, generate_series(0, 6) weekday`

const weekdays: Rows = () => `
  INSERT INTO working_hours (organization_id, professional_id, weekday, opens_minute, closes_minute)
  SELECT organization_id, id, weekday, opens, closes
  FROM professional, generate_series(1, 5) weekday, (VALUES (540, 720), (780, 1080)) AS day (opens, closes)`

/** One of them, in the middle, has a name that no one else has. */
const clients: Rows = ({ organization, clients }) => `
  INSERT INTO client (id, organization_id, first_name, last_name, email, phone, phone_key, metadata, search_text,
    created_at, updated_at)
  SELECT i, ${organization}, first, last, email, '+55119' || line, '+5511' || line,
    json_build_object('crm_id', 'C-' || i, 'campaign', 'spring')::jsonb,
    lower(first || ' ' || last || ' ' || email) || chr(31) || '55119' || line || ' 5511' || line, made, made
  FROM generate_series(1, ${clients}) i,
    LATERAL (SELECT CASE WHEN i = ${clients} / 2 THEN 'Zuleika'
        ELSE (ARRAY['Maria', 'Ana', 'Beatriz', 'Carlos', 'Daniel', 'Elisa', 'Fernando', 'Helena'])[1 + i % 8] END AS first,
      (ARRAY['Silva', 'Souza', 'Costa', 'Oliveira', 'Pereira', 'Almeida', 'Ramos', 'Melo', 'Rocha'])[1 + i % 9] AS last,
      80000000 + i AS line, now() - (${clients} - i) * interval '1 minute' AS made) a,
    LATERAL (SELECT lower(first) || '.' || i || '@example.com' AS email) b`

/** \`k\` counts the appointments of one professional. */
const APPOINTMENTS = `
  LATERAL (SELECT (i - 1) / 20 AS k, 1 + (i - 1) % 20 AS professional) a,
  LATERAL (SELECT date_trunc('hour', now()) + interval '7 days' - (most / 20 - k) * interval '30 minutes' AS start) b,
  LATERAL (SELECT (CASE WHEN start > now() THEN CASE WHEN i % 2 = 0 THEN 'CONFIRMED' ELSE 'PENDING' END
      WHEN i % 20 = 7 THEN 'NO_SHOW' WHEN i % 10 = 1 THEN 'CANCELLED_CLIENT' ELSE 'COMPLETED' END)::appointment_status AS status) c`

const numbered = (most: number): string =>
  `generate_series(1, ${most}) i, LATERAL (SELECT ${most} AS most) m, ${APPOINTMENTS}`

const ids = (table: string, place: string): string =>
  `(SELECT array_agg(id ORDER BY id) FROM ${table}))[${place}]`

const holds: Rows = ({ organization, appointments }) => `
  INSERT INTO calendar_hold (id, organization_id, professional_id, service_id, starts_at, busy_from, busy_to)
  SELECT i, ${organization}, (${ids('professional', 'professional')}, (${ids('service', '1 + i % 10')}, start, start,
    start + interval '30 minutes'
  FROM ${numbered(appointments)} WHERE status IN ('PENDING', 'CONFIRMED', 'COMPLETED')`

const appointments: Rows = ({ organization, clients, appointments }) => `
  INSERT INTO appointment (id, organization_id, professional_id, client_id, hold_id, status, type, starts_at, ends_at,
    duration_minutes, price, notes, metadata, source, ical_uid, confirmed_at, completed_at, no_show_at, cancelled_at,
    created_at, updated_at)
  SELECT i, ${organization}, (${ids('professional', 'professional')}, 1 + i % ${clients},
    CASE WHEN status IN ('PENDING', 'CONFIRMED', 'COMPLETED') THEN i END, status, 'IN_PERSON', start,
    start + interval '30 minutes', 30, 150, 'Primeira consulta', '{"crm_id": "A-1"}', 'api', i || '@api.example.com',
    CASE WHEN status = 'CONFIRMED' THEN made END, CASE WHEN status = 'COMPLETED' THEN start END,
    CASE WHEN status = 'NO_SHOW' THEN start END, CASE WHEN status = 'CANCELLED_CLIENT' THEN made END, made, made
  FROM ${numbered(appointments)}, LATERAL (SELECT least(start, now()) - interval '3 days' AS made) d`

const serviceLines: Rows = ({ organization }) => `
  INSERT INTO appointment_service (organization_id, appointment_id, position, service_id)
  SELECT ${organization}, id, 0, (${ids('service', '1 + id % 10')} FROM appointment`

const deposits: Rows = ({ organization }) => `
  INSERT INTO deposit (organization_id, appointment_id, client_id, status, amount, paid_amount, expires_at, paid_at, created_at, updated_at)
  SELECT ${organization}, id, client_id, 'PAID', 50, 50, created_at, created_at, created_at, created_at
  FROM appointment WHERE id % 20 = 2`

const eventDays: Rows = () => `SELECT make_day_partitions(current_date - 31, current_date + 2)`

/** Over the last twenty days, about the first appointments. */
const events: Rows = ({ organization, events }) => `
  INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context,
    professional_ids, service_ids, filter_status, filter_type, filter_source)
  SELECT (at AT TIME ZONE 'UTC')::date, ${organization}, a.id, 'evt_' || lpad(a.id::text, 26, '0'), 'appointment.created',
    true, at, json_build_object('object', json_build_object('object', 'appointment', 'id', a.id, 'status', 'PENDING',
        'type', a.type, 'start', a.starts_at, 'end', a.ends_at, 'duration_minutes', 30, 'service_ids', array[1],
        'services', json_build_array(json_build_object('id', 1, 'name', 'Consulta 1')), 'professional_id', a.professional_id,
        'professional', json_build_object('id', a.professional_id, 'name', 'Profissional 1'), 'client_id', a.client_id,
        'client', json_build_object('id', a.client_id, 'name', 'Maria Silva'), 'price', '150.00', 'currency', 'BRL',
        'notes', a.notes, 'metadata', a.metadata, 'is_overbook', false, 'source', 'api', 'recurrence_id', null,
        'meeting_url', null, 'deposit_id', null, 'deposit', null, 'invoice_issued', false, 'cancellation_reason', null,
        'reschedule_count', 0, 'ical_uid', a.ical_uid, 'arrived_at', null, 'started_at', null, 'confirmed_at', null, 'completed_at', null, 'no_show_at', null,
        'cancelled_at', null, 'created_at', a.created_at, 'updated_at', a.updated_at),
      'changes', null, 'batch_id', null),
    json_build_object('actor', json_build_object('type', 'api_key', 'id', 'key_00000000000000000000000000', 'name', 'Bench'),
      'source', 'api', 'request_id', 'req_00000000000000000000000000'),
    array[a.professional_id], array[1], 'PENDING', 'IN_PERSON', 'api'
  FROM appointment a, LATERAL (SELECT now() - (${events} - a.id) * (interval '20 days' / greatest(${events}, 1)) AS at) b
  WHERE a.id <= ${events}`

const feedHead: Rows = ({ events }) => `
  UPDATE event_feed SET last_position = ${events}, last_event_id = 'evt_' || lpad('${events}', 26, '0') WHERE ${events} > 0`

/** Ids were written by hand. */
const sequences: Rows = () => `
  SELECT setval('client_id_seq', (SELECT max(id) FROM client)),
    setval('appointment_id_seq', (SELECT coalesce(max(id), 1) FROM appointment)),
    setval('calendar_hold_id_seq', (SELECT max(id) FROM calendar_hold))`

/** Half hours of weekdays that do not touch, others for each professional. */
const monthOfHolds: Rows = ({ organization, appointments }) => `
  INSERT INTO calendar_hold (organization_id, professional_id, service_id, starts_at, busy_from, busy_to)
  SELECT ${organization}, p.id, (${ids('service', '1')}, start, start, start + interval '30 minutes'
  FROM professional p, LATERAL (
    SELECT (current_date + day)::timestamp AT TIME ZONE 'America/Sao_Paulo' + (540 + 30 * half) * interval '1 minute' AS start
    FROM generate_series(1, 29) day, (VALUES (0), (2), (5), (9), (13), (16)) AS place (half)
    WHERE extract(isodow FROM current_date + day) < 6 ORDER BY md5(p.id || ' ' || day || ' ' || half) LIMIT ${appointments} / 20) s`

const STAFF = [professionals, services, performers]

export const CLINIC_ROWS: readonly Rows[] = [
  ...STAFF,
  dayAndNight,
  clients,
  holds,
  appointments,
  serviceLines,
  deposits,
  eventDays,
  events,
  feedHead,
  sequences,
]

export const MONTH_ROWS: readonly Rows[] = [...STAFF, weekdays, clients, monthOfHolds]

/** Appointments to confirm: from two years on, where nothing else is. */
export const pendingRows = (
  { organization, clients }: Counts,
  { from, count }: { readonly from: number; readonly count: number },
): string => `
  WITH place AS (
    SELECT i, (${ids('professional', '1 + i % 20')} AS professional,
      date_trunc('day', now()) + interval '730 days' + i / 20 * interval '30 minutes' AS start
    FROM generate_series(${from}, ${from + count - 1}) i),
  hold AS (
    INSERT INTO calendar_hold (organization_id, professional_id, service_id, starts_at, busy_from, busy_to)
    SELECT ${organization}, professional, (${ids('service', '1')}, start, start, start + interval '30 minutes' FROM place
    RETURNING id, professional_id, starts_at),
  made AS (
    INSERT INTO appointment (organization_id, professional_id, client_id, hold_id, status, type, starts_at, ends_at,
      duration_minutes, price, source, ical_uid)
    SELECT ${organization}, professional, 1 + i % ${clients}, hold.id, 'PENDING', 'IN_PERSON', start,
      start + interval '30 minutes', 30, 150, 'api', 'pending-' || i || '@api.example.com'
    FROM place JOIN hold ON hold.professional_id = professional AND hold.starts_at = start
    RETURNING id),
  line AS (
    INSERT INTO appointment_service (organization_id, appointment_id, position, service_id)
    SELECT ${organization}, id, 0, (${ids('service', '1')} FROM made RETURNING appointment_id)
  SELECT appointment_id AS id FROM line`

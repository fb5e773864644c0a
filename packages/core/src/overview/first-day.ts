import { column, query, selected, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'

const SET_UP = {
  hours: column.by(
    `EXISTS (SELECT FROM working_hours w JOIN professional p ON p.id = w.professional_id
      WHERE w.organization_id = $1::int AND p.is_active)`,
    column.bool,
  ),
  services: column.by(
    `EXISTS (SELECT FROM service s JOIN professional_service ps ON ps.service_id = s.id
      JOIN professional p ON p.id = ps.professional_id
      WHERE s.organization_id = $1::int AND s.is_active AND p.is_active)`,
    column.bool,
  ),
  people: column.by(
    `((SELECT count(*) FROM user_account u WHERE u.organization_id = $1::int) > 1
      OR EXISTS (SELECT FROM user_invite i WHERE i.organization_id = $1::int))`,
    column.bool,
  ),
  page: column.by(
    'EXISTS (SELECT FROM organization o WHERE o.id = $1::int AND o.slug IS NOT NULL)',
    column.bool,
  ),
  number: column.by(
    `EXISTS (SELECT FROM messaging_connection m WHERE m.organization_id = $1::int AND m.status = 'CONNECTED')`,
    column.bool,
  ),
  bank: column.by(
    'EXISTS (SELECT FROM payment_connection c WHERE c.organization_id = $1::int AND c.disconnected_at IS NULL)',
    column.bool,
  ),
}

const setUpOf = query({
  name: 'what is set up',
  text: `SELECT ${selected(SET_UP, '')}`,
  row: SET_UP,
})

/** What of a new organization is set up. */
export const firstDay = procedure({
  kind: 'read',
  scope: 'read',
  access: 'owner',
  input: z.object({}),
  output: z.object({
    object: z.literal('first_day'),
    /** An active professional has working hours. */
    hours: z.boolean(),
    /** An active professional performs an active service. */
    services: z.boolean(),
    /** A second person signs in, or is invited. */
    people: z.boolean(),
    /** The public page has an address. */
    page: z.boolean(),
    /** A number for messages is connected. */
    number: z.boolean(),
    /** A bank is connected. */
    bank: z.boolean(),
  }),
  problems: [],
  async run({ db, organization }) {
    const [read] = await setUpOf(sqlOf(db), [organization.id])
    if (read === undefined) throw new Error('The query of what is set up returned no row.')
    return { object: 'first_day' as const, ...read }
  },
})

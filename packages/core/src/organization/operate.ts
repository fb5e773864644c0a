/** What the operator of the service does with organizations. The audit has each change, by the system. */
import {
  column,
  findRow,
  query,
  sqlOf,
  tables,
  updateRow,
  type Organization,
} from '@scheduling/database'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { FEATURES, SENDING_FEATURES, type Feature } from '../contract/features.ts'
import { Problem } from '../contract/problems.ts'
import { changesBetween } from '../events/new-event.ts'
import type { NoteAction } from '../events/notes.ts'
import { lockSettings } from './settings.ts'

const LISTED = {
  id: column.int,
  slug: column.nullable(column.text),
  name: column.text,
  livemode: column.bool,
  planName: column.nullable(column.text),
  suspendedAt: column.nullable(column.dateTime),
}

const everyOne = query({
  name: 'organizations listed',
  text: `SELECT id, slug, name, livemode, plan_name AS "planName", suspended_at AS "suspendedAt" FROM organization ORDER BY id`,
  row: LISTED,
})

/** All of them, by id. */
export const listOrganizations = ({ db }: Pick<Service, 'db'>) => everyOne(sqlOf(db), [])

/** @throws `404 not_found` */
export async function findOrganization(
  { db }: Pick<Service, 'db'>,
  slug: string,
): Promise<Organization> {
  const found = await findRow(db, tables.organization, { slug })
  if (found !== null) return found
  throw new Problem('not_found', `No organization has the slug ${slug}.`)
}

const counted = query({
  name: 'what an organization has',
  text: `SELECT (SELECT count(*)::int FROM professional WHERE organization_id = $1::int AND is_active) AS professionals,
      (SELECT count(*)::int FROM client WHERE organization_id = $1::int) AS clients,
      (SELECT count(*)::int FROM api_key WHERE organization_id = $1::int AND revoked_at IS NULL) AS "apiKeys",
      (SELECT count(*)::int FROM webhook WHERE organization_id = $1::int) AS webhooks`,
  row: {
    professionals: column.int,
    clients: column.int,
    apiKeys: column.int,
    webhooks: column.int,
  },
})

export async function countsOfOrganization({ db }: Pick<Service, 'db'>, id: number) {
  const [row] = await counted(sqlOf(db), [id])
  if (row === undefined) throw new Error('The query of the counts returned no row.')
  return row
}

/** What a command did. `changes` is null where everything was so already. */
export type Operated = {
  readonly organization: Organization
  readonly changes: Readonly<
    Record<string, { readonly from: unknown; readonly to: unknown }>
  > | null
}

/** Gives it a plan. What its owner switched off stays off. */
export function setPlan(
  service: Service,
  slug: string,
  plan: { readonly name: string; readonly features: readonly Feature[] },
): Promise<Operated> {
  const planFeatures = FEATURES.filter((feature) => plan.features.includes(feature))
  return operated(service, slug, 'organization.plan_changed', () => ({
    planName: plan.name,
    planFeatures,
  }))
}

/** The dashboard reads only, the public page takes no bookings, and nothing goes through the API or to webhooks. */
export function suspendOrganization(
  service: Service,
  slug: string,
  reason: string,
): Promise<Operated> {
  return operated(service, slug, 'organization.suspended', (before) =>
    before.suspendedAt === null
      ? {
          suspendedAt: new Date(service.realNow()),
          suspendedReason: reason,
          suspendedSwitches: before.switchedOff,
          switchedOff: [...new Set([...before.switchedOff, ...SENDING_FEATURES])],
        }
      : { suspendedReason: reason },
  )
}

/** Everything is as before the suspension. */
export function resumeOrganization(service: Service, slug: string): Promise<Operated> {
  return operated(service, slug, 'organization.resumed', (before) =>
    before.suspendedAt === null
      ? {}
      : {
          suspendedAt: null,
          suspendedReason: null,
          switchedOff: before.suspendedSwitches,
          suspendedSwitches: [],
        },
  )
}

/** What the audit and the operator are told. */
const TOLD = ['plan', 'plan_features', 'suspended_at', 'suspended_reason'] as const

async function operated(
  service: Service,
  slug: string,
  action: NoteAction,
  changeOf: (before: Organization) => Partial<Organization>,
): Promise<Operated> {
  const { id } = await findOrganization(service, slug)
  return systemWork(service, id, async ({ tx, note }: Work) => {
    const before = await lockSettings(tx, id)
    const change = changeOf(before)
    const after =
      Object.keys(change).length === 0
        ? before
        : await updateRow(tx, tables.organization, { id }, change)
    const changes = changesBetween(told(before), told(after), TOLD)
    if (changes !== null) note({ action, id: null, changes })
    return { organization: after, changes }
  })
}

function told(row: Organization) {
  return {
    plan: row.planName,
    plan_features: row.planFeatures,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    suspended_reason: row.suspendedReason,
  }
}

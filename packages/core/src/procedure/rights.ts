import type { Organization } from '@scheduling/database'
import type { Context } from '../context.ts'
import { hasFeature, type Feature } from '../contract/features.ts'
import { Problem } from '../contract/problems.ts'
import { requireAccess } from './accesses.ts'
import type { Kind } from './declaration.ts'
import type { Endpoint } from './endpoint.ts'

/** Whether the caller may use the endpoint; throws the refusal when not. */
export function authorize(
  endpoint: Pick<Endpoint, 'kind' | 'scope' | 'access' | 'feature' | 'whileSuspended'>,
  context: Context,
): void {
  const { caller, organization } = context
  const isRead = caller.kind === 'user' && READING.has(endpoint.kind)
  if (!isRead && endpoint.whileSuspended !== true) requireNotSuspended(organization)
  if (caller.kind === 'api_key') {
    if (!hasFeature(organization, 'api')) {
      throw new Problem(
        'feature_not_enabled',
        'The plan of the organization does not include the API.',
      )
    }
    if (endpoint.feature !== undefined) requireFeature(context, endpoint.feature)
    if (endpoint.scope !== null && !caller.scopes.includes(endpoint.scope)) {
      throw new Problem('forbidden_scope', `This route requires the scope \`${endpoint.scope}\`.`)
    }
  } else {
    if (endpoint.feature !== undefined) requireFeature(context, endpoint.feature)
    requireAccess(context, endpoint.access)
  }
}

/** What users can call while their organization is suspended. */
const READING: ReadonlySet<Kind> = new Set(['read', 'stream'])

/** @throws `403 feature_not_enabled` */
export function requireNotSuspended({ suspendedAt }: Pick<Organization, 'suspendedAt'>): void {
  if (suspendedAt === null) return
  throw new Problem(
    'feature_not_enabled',
    'The organization is suspended. The operator of the service can say why.',
  )
}

/** @throws `403 feature_not_enabled` */
export function requireFeature(context: Pick<Context, 'organization'>, feature: Feature): void {
  if (!hasFeature(context.organization, feature)) {
    throw new Problem('feature_not_enabled', `The feature \`${feature}\` is not enabled.`)
  }
}

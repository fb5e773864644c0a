import type { Organization } from '@scheduling/database'

/** What a plan can include and the owner can switch. */
export const FEATURES = [
  'api',
  'webhooks',
  'online_queue',
  'deposits',
  'overbooking',
  'telemedicine',
  'recurrence',
  'messaging_own_number',
  'agent',
] as const

export type Feature = (typeof FEATURES)[number]

/** What sending to webhooks needs, all of them. `sends_webhooks` in SQL. */
export const SENDING_FEATURES = ['api', 'webhooks'] as const satisfies readonly Feature[]

type Switches = Pick<Organization, 'planFeatures' | 'switchedOff'>

/** In the plan, and not switched off by the owner. */
export function hasFeature(organization: Switches, feature: Feature): boolean {
  return organization.planFeatures.includes(feature) && !organization.switchedOff.includes(feature)
}

export function featureMap(organization: Switches): Record<Feature, boolean> {
  return Object.fromEntries(
    FEATURES.map((feature) => [feature, hasFeature(organization, feature)]),
  ) as Record<Feature, boolean>
}

import { tables, updateRow, type Organization } from '@scheduling/database'
import { z } from 'zod'
import { FEATURES, hasFeature, SENDING_FEATURES, type Feature } from '../contract/features.ts'
import { invalidFields } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { lockSettings, OrganizationSettings, toSettings } from './settings.ts'

/** Safe: the keys are those of the list. */
const SWITCHES = Object.fromEntries(
  FEATURES.map((feature) => [feature, z.boolean().optional()]),
) as Record<Feature, z.ZodOptional<z.ZodBoolean>>

/**
 * Switches features of the plan on and off. What a feature holds back happens by itself. Without `api` or `webhooks`
 * nothing is sent.
 */
export const setFeatures = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  // A name that is no feature is refused: nothing else would tell that it has no effect.
  input: z.object({ features: z.strictObject(SWITCHES) }),
  output: OrganizationSettings,
  emits: { ok: [] },
  notes: ['organization.updated'],
  problems: [],
  async run(write, { features }) {
    const { tx, organization } = write
    const before = await lockSettings(tx, organization.id)
    const asked = FEATURES.filter((feature) => features[feature] !== undefined)
    const faults = asked.filter((feature) => !before.planFeatures.includes(feature))
    if (faults.length > 0) {
      throw invalidFields(
        faults.map((feature) => ({
          field: `features.${feature}`,
          code: 'invalid_value',
          message: 'The plan of the organization does not include this feature.',
        })),
      )
    }
    const changed = asked.filter((feature) => features[feature] !== hasFeature(before, feature))
    if (changed.length === 0) return toSettings(before)
    const kept = before.switchedOff.filter((name) => !changed.some((feature) => feature === name))
    const off = changed.filter((feature) => features[feature] === false)
    const after = await updateRow(
      tx,
      tables.organization,
      { id: organization.id },
      {
        switchedOff: [...kept, ...off],
        ...(stopsSending(before, off) ? { webhooksOffSince: new Date(write.realNow()) } : {}),
      },
    )
    const statesOf = (row: typeof after) =>
      Object.fromEntries(changed.map((feature) => [feature, hasFeature(row, feature)]))
    const changes = { features: { from: statesOf(before), to: statesOf(after) } }
    write.note({ action: 'organization.updated', id: null, changes })
    return toSettings(after)
  },
})

/** Whether it begins here that nothing is sent: deliveries go by the real clock, of test organizations too. */
function stopsSending(before: Organization, off: readonly Feature[]): boolean {
  return before.webhooksOffSince === null && SENDING_FEATURES.some((name) => off.includes(name))
}

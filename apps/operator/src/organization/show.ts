import { countsOfOrganization, FEATURES, findOrganization } from '@scheduling/core'
import type { Command } from './command.ts'

export const show: Command = {
  usage: ['show SLUG', 'shows one organization: its plan, its features, what it has'],
  words: 1,
  options: {},
  async run(service, { slug }) {
    const row = await findOrganization(service, slug)
    const counts = await countsOfOrganization(service, row.id)
    // Switches of a suspension are not those of the owner.
    const switchedOff = row.suspendedAt === null ? row.switchedOff : row.suspendedSwitches
    const features = FEATURES.filter((feature) => row.planFeatures.includes(feature))
    const value = {
      id: row.id,
      slug: row.slug,
      name: row.name,
      time_zone: row.timeZone,
      livemode: row.livemode,
      created_at: row.createdAt,
      plan: row.planName,
      features,
      switched_off: switchedOff,
      suspended_at: row.suspendedAt,
      suspended_reason: row.suspendedReason,
      professionals: counts.professionals,
      clients: counts.clients,
      api_keys: counts.apiKeys,
      webhooks: counts.webhooks,
    }
    const lines = [
      `Organization ${row.id}: ${row.name}${row.livemode ? '' : ' (test)'}`,
      `Slug:       ${row.slug ?? '–'}`,
      `Time zone:  ${row.timeZone}`,
      `Plan:       ${row.planName ?? 'none'}, with ${features.join(', ')}`,
      ...(switchedOff.length === 0 ? [] : [`Off:        ${switchedOff.join(', ')}, by its owner`]),
      `It has:     ${counts.professionals} professionals, ${counts.clients} clients, ${counts.apiKeys} keys, ${counts.webhooks} webhooks`,
      ...(row.suspendedAt === null
        ? []
        : [`Suspended:  ${row.suspendedAt.toISOString()}, ${row.suspendedReason ?? ''}`]),
    ]
    return { value, lines }
  },
}

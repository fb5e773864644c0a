import { listOrganizations } from '@scheduling/core'
import type { Command } from './command.ts'

export const list: Command = {
  usage: ['list', 'lists every organization'],
  words: 0,
  options: {},
  async run(service) {
    const rows = await listOrganizations(service)
    const lines = rows.map(({ id, slug, name, livemode, planName, suspendedAt }) =>
      [
        String(id).padStart(5),
        (slug ?? '–').padEnd(24),
        name,
        ...(planName === null ? [] : [planName]),
        ...(livemode ? [] : ['test']),
        ...(suspendedAt === null ? [] : ['suspended']),
      ].join('  '),
    )
    const value = rows.map(({ planName, suspendedAt, ...row }) => ({
      ...row,
      plan: planName,
      suspended_at: suspendedAt,
    }))
    return { value, lines: lines.length === 0 ? ['There are no organizations.'] : lines }
  },
}

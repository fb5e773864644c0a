import { createOrganization, NewOrganization, parsed } from '@scheduling/core'
import { askPassword } from '../ask-password.ts'
import type { Command } from './command.ts'

export const create: Command = {
  usage: [
    'create --name NAME --slug SLUG --time-zone ZONE --owner NAME --email E-MAIL [--test]',
    'creates an organization, its owner, who is its first professional, and a first API key with every scope',
  ],
  words: 0,
  options: {
    name: { type: 'string' },
    slug: { type: 'string' },
    'time-zone': { type: 'string' },
    owner: { type: 'string' },
    email: { type: 'string' },
    test: { type: 'boolean', default: false },
  },
  async run(service, { options }) {
    const { name, slug, owner, email, test, 'time-zone': time_zone } = options
    const given = { name, slug, owner, email, time_zone, livemode: test !== true }
    const checked = parsed(NewOrganization.omit({ password: true }), given)
    const password = await askPassword()
    const { organization, apiKey } = await createOrganization(service, {
      ...checked,
      password: password.value,
    })
    return {
      value: {
        id: organization.id,
        slug: organization.slug,
        livemode: organization.livemode,
        email: checked.email,
        password: password.isGenerated ? password.value : null,
        api_key: apiKey,
      },
      lines: [
        `Organization ${organization.id}: ${organization.name}${organization.livemode ? '' : ' (test)'}`,
        `Owner:    ${checked.owner}, who signs in with ${checked.email}`,
        ...(password.isGenerated ? [`Password: ${password.value}`] : []),
        `API key:  ${apiKey}`,
        'Generated values are shown only once.',
      ],
    }
  },
}

import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { OrganizationSettings, toSettings } from './settings.ts'

/** Every setting of the organization. */
export const getOrganization = procedure({
  kind: 'read',
  scope: 'read',
  access: 'owner',
  input: z.object({}),
  output: OrganizationSettings,
  problems: [],
  run: async ({ organization }) => toSettings(organization),
})

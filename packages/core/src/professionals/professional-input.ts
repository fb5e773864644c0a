/** What callers send of a professional. */
import { z } from 'zod'
import { Email } from '../clients/client.ts'
import { LIMITS } from '../contract/limits.ts'
import { distinctIds, MeetingUrl, nullableText, text } from '../ground/fields.ts'

const fields = {
  name: text(LIMITS.nameCharacters),
  email: Email.meta({ description: 'Where the team is reached. It is not the login.' }),
  registry: nullableText(LIMITS.registryCharacters).meta({
    description: 'The registration number at the professional council.',
  }),
  meeting_url: MeetingUrl,
  service_ids: distinctIds(LIMITS.servicesPerProfessional, 0).meta({
    description: 'The active services that this professional performs.',
  }),
}

export const NewProfessional = z.object({
  name: fields.name,
  email: fields.email.default(null),
  registry: fields.registry.default(null),
  meeting_url: fields.meeting_url.default(null),
  service_ids: fields.service_ids.default([]),
})

/** What is left out stays the same. */
export const ProfessionalChanges = z.object(fields).partial()

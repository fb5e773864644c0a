/** Messages from the central number say which clinic they are from: several write to one phone from there. */
import type { Organization } from '@scheduling/database'
import {
  oneLine,
  WHATSAPP_CENTRAL,
  type MessagingProvider,
  type OutgoingMessage,
} from '@scheduling/messaging'

type Way = Pick<MessagingProvider, 'name'>
type Outgoing = { readonly provider: MessagingProvider; readonly message: OutgoingMessage }

/** Approved beside those of an own number, which may belong to the same account. */
export function templateNameAt({ name }: Way, template: string): string {
  return name === WHATSAPP_CENTRAL ? `clinic_${template}` : template
}

/** As it goes out: the name of the clinic is the first place of a template, and the first line of a text. */
export function inNameOf({ name }: Pick<Organization, 'name'>, prepared: Outgoing): Outgoing {
  const { provider, message } = prepared
  if (provider.name !== WHATSAPP_CENTRAL) return prepared
  const { text, template } = message
  const inName = {
    ...message,
    text: `*${oneLine(name).replaceAll('*', '')}*\n\n${text}`,
    template:
      template === null
        ? null
        : {
            ...template,
            name: templateNameAt(provider, template.name),
            values: [name, ...template.values],
          },
  }
  return { provider, message: inName }
}

/**
 * What clients wrote, such as their names. An agent reads it beside instructions, so it is always marked as data: in
 * texts it stands between « and », in results under `written_by_client`.
 */
import { maskPhone, oneLine, reduceName } from '@scheduling/webhooks'
import { z } from 'zod'
import type { Caller, Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'

type Reader = Pick<Context, 'caller'>

/** Whether the owner lets this key see names, telephones and e-mail addresses as they are. */
function seesFullPersonalData(caller: Caller): boolean {
  return caller.kind === 'api_key' && caller.showFullPersonalData
}

/** A client, as agents see one. What chat formats never show is never here: CPF, date of birth, notes, metadata. */
export const AgentClient = z.object({
  id: Id,
  written_by_client: z.object({
    name: z.string(),
    phone: z.string().nullable().optional(),
    email: z.string().nullable().optional(),
  }),
})

export type AgentClient = z.output<typeof AgentClient>

type Known = {
  readonly id: number
  readonly name: string
  readonly phone?: string | null
  readonly email?: string | null
}

export function agentClient({ caller }: Reader, known: Known): AgentClient {
  const isFull = seesFullPersonalData(caller)
  const { id, name, phone, email } = known
  return {
    id,
    written_by_client: {
      name: clientText(isFull ? name : (reduceName(name) ?? '')),
      ...(phone === undefined
        ? {}
        : { phone: phone === null || isFull ? phone : maskPhone(phone) }),
      ...(email === undefined
        ? {}
        : { email: email === null || !isFull ? null : clientText(email) }),
    },
  }
}

/** A client in a sentence: the name, marked, and the id. */
export function namedClient({ id, written_by_client }: AgentClient): string {
  return `«${written_by_client.name}» (client ${id})`
}

/** One line, bounded, without control characters, and without the marks that would end it early. */
function clientText(text: string): string {
  const seen = text.replaceAll(UNSEEN, '')
  return oneLine(seen, LIMITS.toolNameCharacters).replaceAll(/[«»]/gu, '"')
}

/** A model reads what no person sees. Joiners and variations stay: names and emoji are written with them. */
const UNSEEN = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/** What the team wrote, such as the name of a service: one line, bounded. */
export function teamText(text: string): string {
  return oneLine(text, LIMITS.toolNameCharacters)
}

/** A service or a professional, as agents see one: the team gave it its name. */
export const Named = z.object({ id: Id, name: z.string() })

export type Named = z.output<typeof Named>

export function named({ id, name }: Named): Named {
  return { id, name: teamText(name) }
}

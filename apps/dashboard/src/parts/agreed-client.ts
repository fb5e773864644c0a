/** Writes that a new client agreed to messages by WhatsApp, before the first message about them is written. */
import { scheduling } from '../api/client.ts'
import { reasonOf } from '../api/reason.ts'
import { clientInputOf, type ClientChoice } from './client-choice.ts'

/**
 * Creates a new client who agreed; others are created with what is booked for them.
 *
 * @returns replaces how an input names the client. {} where it stays, also where the client is refused: the call that the
 *   input is for says why, by its own fields
 */
export async function agreedClient(
  choice: ClientChoice | null,
): Promise<{ readonly client_id?: number; readonly client?: null }> {
  if (choice?.kind !== 'new' || choice.draft.hasAgreed !== true) return {}
  const input = clientInputOf(choice)
  if (!('client' in input) || input.client.phone === null) return {}
  try {
    const { id } = await scheduling.clients.create.mutate(input.client)
    await scheduling.messaging.setOptIn.mutate({ client_id: id, opted_in: true })
    return { client_id: id, client: null }
  } catch (error) {
    if (reasonOf(error).refusal === null) throw error
    return {}
  }
}

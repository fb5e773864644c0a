/** Times that callers hold. */
import type { Call, Reply } from './api.ts'
import { at, type BookableClinic } from './booking.ts'

/** `POST /v1/holds`: the service at the coming Monday, 09:00, with the first professional, unless said otherwise. */
export function hold(
  { call, service, professional }: BookableClinic,
  body: object = {},
  more: Call = {},
): Promise<Reply> {
  return call('POST', '/v1/holds', {
    ...more,
    body: {
      service_ids: [service.id],
      start: at('09:00'),
      professional_id: professional.id,
      ...body,
    },
  })
}

/** The id of a new hold. Fails when it is refused. */
export async function held(clinic: BookableClinic, body: object = {}): Promise<number> {
  const reply = await hold(clinic, body)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}

/** `POST /v1/appointments` for the client, of a hold and nothing else unless said otherwise. */
export function bookHold(
  { call, client }: BookableClinic,
  hold_id: number,
  body: object = {},
): Promise<Reply> {
  return call('POST', '/v1/appointments', { body: { hold_id, client_id: client.id, ...body } })
}

/** The status of a hold as it is read now. */
export async function holdStatus({ call }: BookableClinic, id: number): Promise<string> {
  return (await call('GET', `/v1/holds/${id}`)).body.status
}

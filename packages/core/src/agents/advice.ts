import type { ProblemCode } from '../contract/problems.ts'

/** What tools refuse beside the problems of their procedures. */
export type ToolCode =
  | 'ambiguous'
  | 'no_match'
  | 'confirmation_required'
  | 'confirmation_invalid'
  | 'declined'

/** Codes that no tool of an agent meets: what agents cannot do. */
const NOT_FOR_AGENTS = 'This is not done with these tools. Tell the person to ask the clinic.'

/** What an agent tries instead, for every code. */
export const ADVICE: Readonly<Record<ProblemCode | ToolCode, string>> = {
  ambiguous: 'Ask the person which of the candidates is meant, then call again with its id.',
  no_match: 'Ask the person for another name, a phone number or a date, then search again.',
  confirmation_required:
    'Tell the person in your words what will happen, and wait for a clear yes. Then call again with the same arguments and `confirm`.',
  confirmation_invalid: 'Call again without `confirm`, and ask the person again.',
  declined: 'Leave everything as it is, and ask the person what they want instead.',
  validation_error: 'Correct the fields that are named, and call again.',
  unauthorized: 'Stop. Tell the person that the key of this assistant no longer works.',
  forbidden_scope:
    'Do not call this tool again. Tell the person that this assistant may not do that, and that the clinic can.',
  feature_not_enabled:
    'Do not call this tool again. Tell the person that the clinic does not offer this.',
  forbidden_overbook: 'Call `find_free_times`, and offer a time that is free.',
  not_found:
    'Check the id. Look the record up again with `find_clients`, `find_appointments` or `get_clinic`.',
  method_not_allowed: 'Use one of the listed tools.',
  slot_unavailable:
    'Call `find_free_times` for the same services, and let the person choose another time.',
  min_advance_violation:
    'The time is over or too soon. Call `find_free_times`, and offer a later time.',
  professional_cannot_perform_service:
    'Call `get_clinic` to see who performs the service, or leave out `professional_id`.',
  appointment_not_editable:
    'Call `find_appointments` to see its status now. What is completed or cancelled stays so; book a new appointment if one is wanted.',
  action_not_allowed:
    'The message names the rule of the clinic. Tell it to the person, and do not try again.',
  queue_closed:
    'Call `queue_status` to see which queues are open, or offer an appointment with `find_free_times`.',
  deposit_required:
    'Send the person to the public booking page of the clinic, where the deposit is paid.',
  queue_entry_not_editable: 'Call `queue_status` to see where the client is now.',
  duplicate_request:
    'This `request_id` was used for something else. Call again with a new one if this is another thing to do.',
  webhook_limit_reached: NOT_FOR_AGENTS,
  webhook_inactive:
    'Ask the person whether the endpoint works again, then call `switch_on_webhook`.',
  client_identifier_required:
    'Ask the person for a phone number or an e-mail address, and send it with the client.',
  template_invalid:
    'Tell the person that the template of this webhook has to be corrected in the dashboard.',
  rate_limited: 'Wait for `retry_after_seconds`, then call again. Do not call in a loop.',
  internal_error:
    'Nothing was changed. Wait a moment and call again once; then tell the person to ask the clinic.',
  api_disabled: 'Wait a minute, then call again with the same `request_id`.',
  request_in_progress: 'Wait a few seconds, then send exactly the same call again.',
  service_unavailable:
    'Nothing was saved. Wait a few seconds, then send exactly the same call again.',
  outcome_unknown:
    'Wait a few seconds, then send exactly the same call with the same `request_id`: it is done once.',
}

import { invalid, Problem } from './problems.ts'

/**
 * Constraints that a caller can run into when two requests race past the same check: what the refusal
 * says. Any other violated constraint is a fault of ours.
 */
export const CONSTRAINTS: Readonly<Record<string, () => Problem>> = {
  calendar_hold_no_overlap: () => new Problem('slot_unavailable', 'This time has just been taken.'),
  calendar_hold_seats: () => new Problem('slot_unavailable', 'The last seat has just been taken.'),
  client_organization_id_cpf_key: () =>
    invalid('cpf', 'already_in_use', 'Another client of the organization has this CPF.'),
  organization_slug_key: () =>
    invalid('slug', 'already_in_use', 'Another organization has this slug.'),
  user_account_email_key: () =>
    invalid('email', 'already_in_use', 'Another user already signs in with this e-mail.'),
  service_organization_id_specialty_id_fkey: () =>
    invalid('specialty_id', 'not_found', 'No specialty of this organization has this id.'),
}

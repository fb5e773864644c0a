/** The professional of the listed times, and the selection beside them, which may have changed since. */
import type { HiddenField } from '../booking/choice.ts'
import { PARAMETERS } from '../paths.ts'

/** Whether the selected professional is not the one of the listed times. */
export function isOtherWho(values: URLSearchParams): boolean {
  const listed = values.get(PARAMETERS.listed)
  return listed !== null && listed !== (values.get(PARAMETERS.professional) ?? '')
}

/** Hidden fields for a form that the selection belongs to: the listed professional in place of the selected one. */
export function besideChoice(hidden: readonly HiddenField[]): HiddenField[] {
  const isWho = ({ name }: HiddenField) => name === PARAMETERS.professional
  const listed = hidden.find(isWho)?.value ?? ''
  return [...hidden.filter((field) => !isWho(field)), { name: PARAMETERS.listed, value: listed }]
}

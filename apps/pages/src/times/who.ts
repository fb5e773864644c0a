/** With whom a list of free times is, beside the choice of somebody else that was not looked at yet. */
import type { HiddenField } from '../booking/choice.ts'
import { PARAMETERS } from '../paths.ts'

/** Whether another choice was made than that of the times which were listed: the time is one of somebody else. */
export function isOtherWho(values: URLSearchParams): boolean {
  const listed = values.get(PARAMETERS.listed)
  return listed !== null && listed !== (values.get(PARAMETERS.professional) ?? '')
}

/** What goes along with a time where the page has the choice too: not the choice itself, but what is listed. */
export function besideChoice(hidden: readonly HiddenField[]): HiddenField[] {
  const isWho = ({ name }: HiddenField) => name === PARAMETERS.professional
  const listed = hidden.find(isWho)?.value ?? ''
  return [...hidden.filter((field) => !isWho(field)), { name: PARAMETERS.listed, value: listed }]
}

/** Compares what an agent did with what it should have come to. */
import type { Asked, Call } from './asked.ts'
import type { World } from './world.ts'

/** A call that an agent made. `code` of the refusal; null when it was done. */
export type Made = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly code: string | null
}

/** What each call makes up, and words that are free. */
const FREE: ReadonlySet<string> = new Set(['request_id', 'confirm', 'reason', 'notes'])
/** Tools that only look: an agent may look more, and in another way. */
const LOOKS: ReadonlySet<string> = new Set([
  'get_clinic',
  'find_clients',
  'find_free_times',
  'find_appointments',
  'day_agenda',
  'list_waitlist',
  'queue_status',
  'list_deposits',
  'explain_refusal',
])

/**
 * What is wrong, in sentences; nothing when all is right. Of looks, the expected tools must have been used. Changes must
 * be the expected ones, in their order, and no other.
 *
 * @param before and `after`: `written` of the world
 */
export function judge(
  row: Asked,
  world: World,
  made: readonly Made[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const expected = row.calls(world)
  const used = new Set(made.map(({ tool }) => tool))
  const unused = expected.filter(({ tool }) => LOOKS.has(tool) && !used.has(tool))
  const wanted = expected.filter(({ tool }) => !LOOKS.has(tool)).flatMap(steps)
  const done = made
    .filter(({ tool }) => !LOOKS.has(tool))
    .map(({ tool, input, code }) => lineOf(tool, input, code ?? 'done'))
  return [
    ...unused.map(({ tool }) => `${tool} was not used.`),
    ...(wanted.join('\n') === done.join('\n')
      ? []
      : [`Expected the changes ${JSON.stringify(wanted)}, got ${JSON.stringify(done)}.`]),
    ...differences('added', row.adds ?? [], without(after, before)),
    ...differences('removed', row.removes ?? [], without(before, after)),
  ]
}

function steps({ tool, input, isConfirmed, refused = 'done' }: Call): string[] {
  const last = lineOf(tool, input, refused)
  return isConfirmed === true ? [lineOf(tool, input, 'confirmation_required'), last] : [last]
}

function lineOf(tool: string, input: Call['input'], code: string): string {
  const said = Object.entries(input)
    .filter(([name]) => !FREE.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${tool} ${JSON.stringify(Object.fromEntries(said))}: ${code}`
}

function differences(what: string, wanted: readonly string[], got: readonly string[]): string[] {
  const [one, other] = [wanted.toSorted().join('; '), got.toSorted().join('; ')]
  return one === other ? [] : [`Expected to be ${what}: "${one}", was: "${other}".`]
}

function without(these: readonly string[], those: readonly string[]): string[] {
  return these.filter((line) => !those.includes(line))
}

/** Whom a message to the central number is for. Several organizations write to one phone from there. */
import type { AnswerWord } from '@scheduling/messaging'

/** What is known of a message that arrived. */
export type Known = {
  /** Which organization has it already: the platform repeats its notices. */
  readonly keptBy: number | null
  /** Which organization sent this phone the message that it answers. Null: it answers none, or an unknown one. */
  readonly answered: number | null
  /** Those that wrote to the phone lately. */
  readonly recent: readonly number[]
}

/** `all`: it binds each organization that knows the phone. `unclear`: nothing changes. */
export type Route = { readonly organizationId: number } | 'all' | 'unclear'

/** @param word what it asks for; null: it is for people to read */
export function routeOf(word: AnswerWord | null, { keptBy, answered, recent }: Known): Route {
  const sure = keptBy ?? answered
  if (sure !== null) return { organizationId: sure }
  if (word === 'stop' || word === 'start') return 'all'
  const [only, ...others] = recent
  return only === undefined || others.length > 0 ? 'unclear' : { organizationId: only }
}

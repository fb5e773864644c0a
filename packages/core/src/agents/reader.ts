/** Who reads what a tool says. */
import type { Context } from '../context.ts'
import type { Language } from '../ground/language.ts'

/** A call of a tool. */
export type AgentContext = Context & {
  /** Of dates in words. The agent's host can ask for it; otherwise it is that of the organization. */
  readonly readerLanguage: Language
}

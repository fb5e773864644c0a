/**
 * What was posted, kept in the address of the page that answers it. So the page is one that can be gone back to, loaded
 * again and read in the other language, and none of these sends anything again. Only the service can read what is kept.
 */
import { Problem, problemOf, type FieldError, type ProblemCode } from '@scheduling/core'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { PageRequest, Visitor } from './page.ts'
import { PARAMETERS } from './paths.ts'

/** What a change answered, or how it was refused. */
type Outcome = { readonly done: unknown } | Refusal

type Refusal = {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: readonly FieldError[]
}

type Kept = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly form: string
  /** Of the change that the form asked for; null: it asked for none, or was not complete. */
  readonly outcome: Outcome | null
}

const KEPT_MS = 2 * 60 * 60_000
const MOST_BYTES = 65_536
/** Beyond it, servers on the way may refuse an address. */
const MOST_CHARACTERS = 6000

/** Of the form, for the address: what the page needs before it opens what is kept. */
const BESIDE = [PARAMETERS.language, PARAMETERS.embed] as const

type Posted = Pick<PageRequest, 'path' | 'query' | 'form' | 'vault' | 'now'>

/** The address of the page that answers a form. Null: the form is too long for one. */
export function keptAddress(
  { path, query, form, vault, now }: Posted,
  outcome: Outcome | null,
): string | null {
  const kept: Kept = { at: now(), form: form.toString(), outcome }
  const sealed = vault.seal(deflateRawSync(JSON.stringify(kept)), contextOf(path))
  const asked = new URLSearchParams(query)
  for (const name of BESIDE) {
    // The button that changes the language comes after the field.
    const value = form.getAll(name).at(-1)
    if (value !== undefined) asked.set(name, value)
  }
  asked.set(PARAMETERS.kept, Buffer.from(sealed).toString('base64url'))
  const address = `${path}?${asked}`
  return address.length > MOST_CHARACTERS ? null : address
}

/** Null: nothing is kept in this address, or no longer. */
export function keptIn({ path, query, vault, now }: Posted): Kept | null {
  const sealed = query.get(PARAMETERS.kept)
  if (sealed === null) return null
  try {
    const opened = vault.open(Buffer.from(sealed, 'base64url'), contextOf(path))
    const text = inflateRawSync(opened, { maxOutputLength: MOST_BYTES }).toString()
    const kept = JSON.parse(text) as Kept
    return now() - kept.at < KEPT_MS ? kept : null
  } catch {
    return null
  }
}

function contextOf(path: string): string {
  return `kept form ${path}`
}

/**
 * The request as it was posted, in the language that is asked for now. Nothing is changed: a change ends as it did.
 *
 * @returns the request, and whether its handler tried a change that it did not try for the form itself
 */
export function shownAgain(
  request: PageRequest,
  { form: posted, outcome }: Kept,
): { readonly request: PageRequest; readonly triedChange: () => boolean } {
  const form = new URLSearchParams(posted)
  const language = request.query.get(PARAMETERS.language)
  if (language !== null) form.set(PARAMETERS.language, language)
  let triedChange = false
  const visitor = changing(request, () => async () => {
    if (outcome === null) {
      triedChange = true
      throw new Problem('service_unavailable')
    }
    if ('done' in outcome) return outcome.done
    const { code, detail, errors } = outcome
    throw new Problem(code, detail, { errors })
  })
  return { request: { ...request, method: 'POST', form, visitor }, triedChange: () => triedChange }
}

/** The request, and what became of the change that was made for it. */
export function watched(request: PageRequest): {
  readonly request: PageRequest
  readonly outcome: () => Outcome | null
} {
  let outcome: Outcome | null = null
  const visitor = changing(request, (change) => async (input) => {
    try {
      const done = await change(input)
      outcome = { done }
      return done
    } catch (error) {
      const { code, message: detail, errors } = problemOf(error)
      outcome = { code, detail, errors }
      throw error
    }
  })
  return { request: { ...request, visitor }, outcome: () => outcome }
}

type Change = (input: unknown) => Promise<unknown>

/** The visitor with other procedures in place of those that change something. */
function changing(
  { visitor, changes }: Pick<PageRequest, 'visitor' | 'changes'>,
  instead: (change: Change) => Change,
): Visitor {
  return new Proxy(visitor, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      return changes.has(String(name)) ? instead(call as Change) : call
    },
  })
}

/** What the pages behind links share: their addresses, and what a form on them does. */
import { problemOf, type LINK_PATHS } from '@scheduling/core'
import { languageNamed, languageOf, type Language } from '../language.ts'
import type { Handler, Handlers, Organization, Page, PageRequest, Visitor } from '../page.ts'
import { DEEDS, PARAMETERS, type Arrival, type Deed } from '../paths.ts'

/** The first segment of each kind of link. */
export type LinkKind = (typeof LINK_PATHS)[keyof typeof LINK_PATHS]

/** An address behind a link. The language that a page's address names goes along. */
export function linkAddress(
  { query }: Pick<PageRequest, 'query'>,
  kind: LinkKind,
  token: string,
  deed: Deed | null = null,
  more: Readonly<Record<string, string>> = {},
): string {
  const language = languageIn({ query })
  const values = { ...more, ...(language === null ? {} : { [PARAMETERS.language]: language }) }
  const path = `/${kind}/${token}${deed === null ? '' : `/${DEEDS[deed]}`}`
  const text = new URLSearchParams(values).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The language that the page's address names; null: the browser's wish. */
export function languageIn({ query }: Pick<PageRequest, 'query'>): Language | null {
  return languageNamed(query.get(PARAMETERS.language))
}

/** The address of a record, in the language that was chosen. */
export function inLanguage(address: string, language: Language | null): string {
  return language === null ? address : `${address}?${PARAMETERS.language}=${language}`
}

/** Where the browser goes on once a record was made. */
export function newRecord(
  address: string,
  language: Language | null,
  arrival: Arrival | null = null,
): string {
  const { pathname, search } = new URL(inLanguage(address, language))
  const way = arrival === null ? '' : `&${PARAMETERS.arrival}=${arrival}`
  return `${pathname}${search === '' ? '?' : `${search}&`}${PARAMETERS.isNew}=1${way}`
}

export function linkLanguage(
  { query, acceptLanguage }: Pick<PageRequest, 'query' | 'acceptLanguage'>,
  organization: Organization,
): Language {
  return languageOf(query.get(PARAMETERS.language), acceptLanguage, organization.language)
}

/** What the page tells beside how the record stands. `refused`: what was asked for was not possible. */
export type LinkNotice = Deed | 'new' | 'refused' | null

/** What was just done, by the page's address. A page says so only where the record is as it would be then. */
export function detailIn({ query }: Pick<PageRequest, 'query'>): LinkNotice {
  if (query.has(PARAMETERS.isNew)) return 'new'
  const word = query.get(PARAMETERS.done)
  const deeds = Object.keys(DEEDS) as Deed[]
  return deeds.find((deed) => DEEDS[deed] === word) ?? null
}

type Shown = (request: PageRequest, token: string, said: LinkNotice) => Promise<Page>

/**
 * A form that does one thing. Done, the browser goes on to the page, so that to reload it sends nothing again. Refused by a
 * rule, the page says how the record stands now.
 */
export function deedOf(
  kind: LinkKind,
  deed: Deed,
  act: (visitor: Visitor, token: string) => Promise<unknown>,
  show: Shown,
): Handlers {
  const toPage: Handler = (request, token) =>
    Promise.resolve({ seeOther: linkAddress(request, kind, token) })
  return {
    // A form's address that is opened as a page, such as by going back, is the page.
    GET: toPage,
    async POST(request, token) {
      try {
        await act(request.visitor, token)
      } catch (error) {
        return refusedOr(error, () => show(request, token, 'refused'))
      }
      return { seeOther: pageAfter(request, kind, token, deed) }
    },
  }
}

/** The page of the record, which says that this was done. */
export function pageAfter(
  request: Pick<PageRequest, 'query'>,
  kind: LinkKind,
  token: string,
  deed: Deed,
): string {
  return linkAddress(request, kind, token, null, { [PARAMETERS.done]: DEEDS[deed] })
}

/** The page as it is now, with the refusal. @throws the error, unless a rule refused */
export async function refusedOr(error: unknown, show: () => Promise<Page>): Promise<Page> {
  const problem = problemOf(error)
  if (problem.status !== 409) throw problem
  return { ...(await show()), status: 409 }
}

/** A way to book again. Null where the organization has no page. */
export function bookAgain(
  request: Pick<PageRequest, 'query'>,
  { slug }: Organization,
): string | null {
  return slug === null ? null : inLanguage(`/${slug}`, languageIn(request))
}

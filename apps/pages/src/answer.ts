/** Finds the page of a path, and answers it. */
import { isSlug, Problem, RESERVED_SEGMENTS } from '@scheduling/core'
import { choiceIn, firstStep } from './booking/choice.ts'
import { render } from './frame/render.ts'
import { FRAME_TEXTS } from './frame/texts.ts'
import { homePage } from './home/home.ts'
import { languageAsked, message, refusal } from './message.ts'
import { keptAddress, keptIn, shownAgain, watched } from './kept.ts'
import { LANGUAGES } from './language.ts'
import type { Answered, Area, Handler, Handlers, Page, PageAnswer, PageRequest } from './page.ts'
import { PARAMETERS } from './paths.ts'
import { ROUTES } from './routes.ts'

export type FoundPage = {
  /** For logs, which must not have the path: a link lets its reader act for the client. */
  readonly route: string
  /** Whether the first segment is the word of an organization, which can be anything. */
  readonly isByWord: boolean
  readonly methods: readonly ('GET' | 'POST')[]
  readonly handlers: Handlers
  /** The word or the token, unchecked. */
  readonly name: string
}

const TOKEN = /^[\w-]{1,200}$/

/** Null: no page stands at this path. */
export function pageAt(path: string): FoundPage | null {
  const [, first = '', second, third, more] = path.split('/', 5)
  const link = Object.hasOwn(ROUTES.links, first) ? ROUTES.links[first] : undefined
  if (link !== undefined && second !== undefined) {
    const isShaped = TOKEN.test(second) && more === undefined
    const page = isShaped ? found(link, `/${first}/{token}`, second, third, false) : null
    return page ?? gone(first)
  }
  // Where the service has addresses of its own, no organization has a page.
  if (!isSlug(first) || third !== undefined) return null
  return found(ROUTES.organization, '/{slug}', first, second, true)
}

function found(
  area: Area,
  base: string,
  name: string,
  step: string | undefined,
  isByWord: boolean,
): FoundPage | null {
  const handlers = Object.hasOwn(area.steps, step ?? '') ? area.steps[step ?? ''] : undefined
  if (handlers === undefined) return null
  const route = step === undefined ? base : `${base}/${step}`
  const methods = (['GET', 'POST'] as const).filter((method) => handlers[method] !== undefined)
  return { route, isByWord, methods, handlers, name }
}

/** One page for every link that does not work, whatever the cause. */
function gone(first: string): FoundPage {
  const refuse = () => Promise.reject(new Problem('not_found'))
  const handlers = { GET: refuse, POST: refuse }
  const methods = ['GET', 'POST'] as const
  return { route: `/${first}`, isByWord: false, methods, handlers, name: '' }
}

/** @throws what the procedures throw */
export async function answerPage(page: FoundPage, request: PageRequest): Promise<PageAnswer> {
  const handler = page.handlers[request.method]
  if (handler === undefined) throw new Error(`${request.method} is not a method of ${page.route}.`)
  if (request.method === 'POST') return answerForm(page, handler, request)
  const kept = keptIn(request)
  if (kept === null || page.handlers.POST === undefined) {
    return answered(request, await handler(request, page.name))
  }
  const again = shownAgain(request, kept)
  const answer = await page.handlers.POST(again.request, page.name)
  return answered(request, again.triedChange() ? await handler(request, page.name) : answer)
}

/** Leads to the page that answers the form, so that the page has an address. */
async function answerForm(
  { handlers, name }: FoundPage,
  handler: Handler,
  request: PageRequest,
): Promise<PageAnswer> {
  if (handlers.takesAnyBody === true) return answered(request, await handler(request, name))
  const toShow = handlers.onlyShows === true ? keptAddress(request, null) : null
  if (toShow !== null) return seeOther(toShow)
  const posted = watched(request)
  const answer = await handler(posted.request, name)
  const address = 'seeOther' in answer ? null : keptAddress(request, posted.outcome())
  return address === null ? answered(request, answer) : seeOther(address)
}

function answered(request: Located, answer: Answered): PageAnswer {
  if ('seeOther' in answer) return seeOther(answer.seeOther)
  return render(answer, otherLanguage(request, answer))
}

type Located = Pick<PageRequest, 'method' | 'path' | 'query'>

function seeOther(address: string): PageAnswer {
  return { status: 303, headers: { Location: address }, body: '' }
}

/** A visitor who changes the language has not just made the record. */
const KEPT: ReadonlySet<string> = new Set(
  Object.values(PARAMETERS).filter((name) => name !== PARAMETERS.isNew),
)

/** The same page in the other language. A form that is too long for an address has no such link. */
function otherLanguage({ method, path, query }: Located, { language }: Page): string | null {
  const other = LANGUAGES.find((one) => one !== language)
  if (method !== 'GET' || other === undefined) return null
  const asked = new URLSearchParams([...query].filter(([name]) => KEPT.has(name)))
  asked.set(PARAMETERS.language, other)
  return `${path}?${asked}`
}

type Asked = Pick<PageRequest, 'query' | 'acceptLanguage' | 'base'>

/**
 * What a visitor reads instead of a page that could not be made: in the frame, if it would have stood in one.
 *
 * @param asked with the fields of the form, where one was sent
 */
export function sayRefused(page: FoundPage, problem: Problem, asked: Asked): PageAnswer {
  const { language, embed } = choiceIn(page.name, asked.query)
  const back = page.isByWord ? firstStep({ slug: page.name, language, embed }) : null
  const said = refusal(problem, page.isByWord ? 'missing' : 'gone', languageAsked(asked), back)
  if (!page.isByWord || embed === null) return render(said)
  // In a frame on another site, nothing leads to the service itself.
  return render({ ...said, view: { ...said.view, ways: [] }, embed })
}

/** Whether an unknown path gets a page in a browser. Paths of the API, the docs and the dashboard keep their own answers. */
export function isOfPages(path: string): boolean {
  const [, first = ''] = path.split('/', 2)
  return first === '' || !RESERVED_SEGMENTS.has(first) || Object.hasOwn(ROUTES.links, first)
}

/** Paths without a page, as logs and refusals name them. */
export const NOWHERE: FoundPage = {
  route: '/*',
  isByWord: false,
  methods: ['GET'],
  handlers: {},
  name: '',
}

/**
 * The answer to a browser at a path without a page: a redirect if only capitals differ, else a page with links, of the clinic
 * that the path names.
 */
export async function sayNowhere(
  path: string,
  search: string,
  asked: Asked & Pick<PageRequest, 'visitor'>,
): Promise<PageAnswer> {
  const language = languageAsked(asked)
  if (path === '/') {
    const request = { ...asked, method: 'GET', path } as const
    return answered(request, homePage(asked.base, language))
  }
  const [, first = '', ...rest] = path.split('/')
  const slug = first.toLowerCase()
  const meant = ['', slug, ...rest].join('/')
  if (meant !== path && pageAt(meant) !== null) {
    return { status: 308, headers: { Location: `${meant}${search}` }, body: '' }
  }
  const isPlace = isSlug(slug) && rest.length > 0
  if (!isPlace) return render(message(404, 'missing', language))
  const organization = await asked.visitor.getOrganization({ slug }).catch(() => null)
  if (organization === null) return render(message(404, 'missing', language))
  const page = message(404, 'missing', language, `/${slug}`)
  const view = { ...page.view, goBack: FRAME_TEXTS[language].book, ways: [] }
  return render({ ...page, organization, view })
}

export function sayForeign(asked: Asked): PageAnswer {
  return render(message(403, 'foreign', languageAsked(asked)))
}

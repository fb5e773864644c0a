/** What goes into these pages and what comes out. Sockets, sessions and limits are the caller's. */
import type { AppRouter } from '@scheduling/core'
import type { inferRouterOutputs } from '@trpc/server'
import type { Language } from './language.ts'

/** The public procedures, called for the visitor: his address is counted, and no cookie is read. */
export type Visitor = ReturnType<AppRouter['createCaller']>['publicBooking']

export type Answers = inferRouterOutputs<AppRouter>['publicBooking']

/** The organization as every answer shows it. */
export type Organization = Answers['getAppointment']['organization']

/** Seals texts for addresses. What was sealed for one page opens on no other. */
export type Vault = {
  seal(plain: Uint8Array, context: string): Uint8Array
  /** @throws when it was not sealed here, or not for this */
  open(sealed: Uint8Array, context: string): Uint8Array
}

export type PageRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: URLSearchParams
  /** What was posted. Empty for a GET. */
  readonly form: URLSearchParams
  /** `Accept-Language`. */
  readonly acceptLanguage: string | undefined
  readonly visitor: Visitor
  /** The names of its procedures that change something. */
  readonly changes: ReadonlySet<string>
  readonly vault: Vault
  /** The address of the service, as `https://agenda.example.com`. */
  readonly base: string
  /** Epoch milliseconds, by the clock of the service. */
  readonly now: () => number
  /** Random bytes, for ids that cannot be guessed. */
  readonly randomBytes: (count: number) => Uint8Array
}

export type PageAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** HTML. */
  readonly body: string
}

export type Outside = {
  /** Where it stands, without parameters. */
  readonly address: string
  readonly title: string
  readonly description: string
  /** An absolute address. */
  readonly picture: string
  /** As schema.org describes it; null: as nothing. */
  readonly data: object | null
}

/** A page, before it is put into the frame. */
export type Page = {
  readonly status?: number
  readonly language: Language
  readonly title: string
  /** Of a booking: 1 is the service, 2 the time, 3 the person. */
  readonly step?: 1 | 2 | 3
  /** With the name and the contacts of the organization at the top. */
  readonly isCover?: boolean
  /** On a cover: whether the organization is open now. Left out: nothing is said. */
  readonly opening?: string | null
  /** What was chosen stands beside the content on a desk. */
  readonly hasSide?: boolean
  /** Null where no organization is known. */
  readonly organization: Organization | null
  /** A file of this package, as in `booking/details.njk`. It extends `frame/frame.njk`. */
  readonly template: string
  /** What the template reads, beside what the frame gives it. A name that it has not fails. */
  readonly view: object
  /** A form for what a client types: changing the language sends it along, to where it is only shown. */
  readonly typedForm?: { readonly id: string; readonly showsAt: string }
  /** Search engines may list it. Left out: they may not. */
  readonly isListed?: boolean
  /** What is told of it elsewhere: in previews of its link and by search engines. Left out: nothing. */
  readonly outside?: Outside
  /** In a frame on another site, as `embed/ground.ts` tells it. Left out or null: it must not stand in a frame. */
  readonly embed?: string | null
  /** Without a script, the page is loaded again after so many seconds. */
  readonly refreshSeconds?: number
  /** Of records by link and of what was typed: no cache keeps a copy. Left out: the same. */
  readonly mayBeKept?: boolean
}

/** A page, or where the browser goes on. */
export type Answered = Page | { readonly seeOther: string }

/** @param name the word of the organization, or the token of the link */
export type Handler = (request: PageRequest, name: string) => Promise<Answered>

export type Handlers = {
  readonly GET?: Handler
  readonly POST?: Handler
  /** The page only shows what was posted, and changes nothing. */
  readonly onlyShows?: true
  /** The posted body is not read, and is answered without a redirect. Left out: it is read as a form. */
  readonly takesAnyBody?: true
}

export type Area = {
  /** By the segment behind the name; the page itself is at ''. */
  readonly steps: Readonly<Record<string, Handlers>>
}

/**
 * The pages of clients: booking, the queue, and what a link opens.
 *
 * A request comes in as values and a page goes out as text: no socket, no database. `visitor` calls the public procedures,
 * so that a page can do what any visitor can do, and no more. A room (`booking`, `queue`, …) has its handlers, its views
 * (`.njk`, escaped), and its texts in each language. `routes.ts` has the table of what stands where; `frame` what all pages
 * share; `script` what makes them pleasant, without which they are whole.
 *
 * To add a page: a row in `routes.ts`, a handler that returns a `Page` or where to go (`seeOther`), a template that extends
 * `frame/frame.njk`. GET changes nothing. A page that answers a form gets an address of its own (`kept.ts`).
 */
export type { PageAnswer, PageRequest, Visitor } from './page.ts'
export { ASSETS, type PageAsset } from './assets.ts'
export { ICON } from './frame/pictures.ts'
export {
  answerPage,
  isOfPages,
  NOWHERE,
  pageAt,
  sayForeign,
  sayNowhere,
  sayRefused,
  type FoundPage,
} from './answer.ts'
export { languageOf as askedLanguage } from './language.ts'
export { DEEDS, STEPS } from './paths.ts'

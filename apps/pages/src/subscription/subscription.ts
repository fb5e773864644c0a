/** The page of `List-Unsubscribe`: mail programs post to it, and people read it. */
import { UNSUBSCRIBE_PATH } from '@scheduling/core'
import { linkLanguage } from '../link/link.ts'
import type { Answers, Area, Handler, Page, PageRequest } from '../page.ts'
import { AGAIN } from '../paths.ts'
import { SUBSCRIPTION_TEXTS } from './texts.ts'

const show: Handler = async (request, token) =>
  page(request, token, await request.visitor.getSubscription({ token }))

/** The answer is the page itself: RFC 8058 allows no redirect. */
const set =
  (subscribed: boolean): Handler =>
  async (request, token) =>
    page(request, token, await request.visitor.setSubscription({ token, subscribed }))

function page(
  request: PageRequest,
  token: string,
  { subscribed, language: written, organization }: Answers['getSubscription'],
): Page {
  const sent = { ...organization, language: written ?? organization.language }
  const language = linkLanguage(request, sent)
  const texts = SUBSCRIPTION_TEXTS[language]
  const { name } = organization
  const path = `/${UNSUBSCRIBE_PATH}/${token}`
  return {
    language,
    title: subscribed ? texts.asks : texts.stopped,
    organization,
    template: 'subscription/show.njk',
    view: {
      isDone: !subscribed,
      says: subscribed ? texts.why(name) : texts.done(name),
      action: subscribed ? path : `${path}/${AGAIN}`,
      button: subscribed ? texts.stop : texts.again,
    },
  }
}

export const SUBSCRIPTION: Area = {
  steps: {
    '': { GET: show, POST: set(false), takesAnyBody: true },
    [AGAIN]: { GET: show, POST: set(true), takesAnyBody: true },
  },
}

/** What stands where. Filters live in the address, as the search of a route: a sent link shows the same. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { FailedPage, FailedRoom, NotLoaded } from './frame/failed-page.tsx'
import { BareFrame } from './frame/bare-frame.tsx'
import { Frame } from './frame/frame.tsx'
import { AgendaPage } from './rooms/agenda/page.tsx'
import { agendaSearch } from './rooms/agenda/search.ts'
import { queueSearch } from './rooms/queue/search.ts'
import { waitlistSearch } from './rooms/waitlist/search.ts'
import { clientSearch, clientsSearch } from './rooms/clients/search.ts'
import { depositsSearch } from './rooms/deposits/search.ts'
import { messagesSearch } from './rooms/messages/search.ts'
import { requestsSearch } from './rooms/requests/search.ts'
import { servicesSearch } from './rooms/services/search.ts'
import { professionalsSearch } from './rooms/professionals/search.ts'
import { hoursSearch } from './rooms/hours/search.ts'
import { calendarsSearch } from './rooms/calendars/search.ts'
import { auditSearch } from './rooms/audit/search.ts'
import { publicPageSearch } from './rooms/public-page/search.ts'
import { peopleSearch } from './rooms/people/search.ts'
import { overviewListSearch, overviewSearch } from './rooms/overview/search.ts'
import { settingsSearch } from './rooms/settings/search.ts'
import { webhookSearch, webhooksSearch } from './rooms/webhooks/search.ts'
import { keysSearch } from './rooms/keys/search.ts'

/** A page that is loaded when it is first opened, or about to be. Only the agenda comes with the frame. */
const room: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return (await Promise.all([load(), import('./styles-later.ts')]))[0]
    } catch (cause) {
      // The router would load the whole app again, which works without this page.
      throw new NotLoaded('The page did not load.', { cause })
    }
  }, name)

const root = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./frame/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: FailedPage,
})

/** Everything behind the sign-in. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const rooms = [
  createRoute({
    getParentRoute: () => frame,
    path: '/',
    validateSearch: agendaSearch,
    component: AgendaPage,
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/queue',
    validateSearch: queueSearch,
    component: room(() => import('./rooms/queue/page.tsx'), 'QueuePage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/waitlist',
    validateSearch: waitlistSearch,
    component: room(() => import('./rooms/waitlist/page.tsx'), 'WaitlistPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients',
    validateSearch: clientsSearch,
    component: room(() => import('./rooms/clients/page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/clients/$clientId',
    validateSearch: clientSearch,
    component: room(() => import('./rooms/clients/client-page.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/deposits',
    validateSearch: depositsSearch,
    component: room(() => import('./rooms/deposits/page.tsx'), 'DepositsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/messages',
    validateSearch: messagesSearch,
    component: room(() => import('./rooms/messages/page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/services',
    validateSearch: servicesSearch,
    component: room(() => import('./rooms/services/page.tsx'), 'ServicesPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/professionals',
    validateSearch: professionalsSearch,
    component: room(() => import('./rooms/professionals/page.tsx'), 'ProfessionalsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/hours',
    validateSearch: hoursSearch,
    component: room(() => import('./rooms/hours/page.tsx'), 'HoursPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/calendars',
    validateSearch: calendarsSearch,
    component: room(() => import('./rooms/calendars/page.tsx'), 'CalendarsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/audit',
    validateSearch: auditSearch,
    component: room(() => import('./rooms/audit/page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/overview',
    validateSearch: overviewSearch,
    component: room(() => import('./rooms/overview/page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/overview/appointments',
    validateSearch: overviewListSearch,
    component: room(() => import('./rooms/overview/list-page.tsx'), 'OverviewListPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/public-page',
    validateSearch: publicPageSearch,
    component: room(() => import('./rooms/public-page/page.tsx'), 'PublicPagePage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/people',
    validateSearch: peopleSearch,
    component: room(() => import('./rooms/people/page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/settings',
    validateSearch: settingsSearch,
    component: room(() => import('./rooms/settings/page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/webhooks',
    validateSearch: webhooksSearch,
    component: room(() => import('./rooms/webhooks/page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/webhooks/$webhookId',
    validateSearch: webhookSearch,
    component: room(() => import('./rooms/webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/requests',
    validateSearch: requestsSearch,
    component: room(() => import('./rooms/requests/page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/keys',
    validateSearch: keysSearch,
    component: room(() => import('./rooms/keys/page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/account',
    component: room(() => import('./rooms/account/page.tsx'), 'AccountPage'),
  }),
]

/** Behind the sign-in, with nothing around it: it hangs on a wall. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: BareFrame })

const walls = [
  createRoute({
    getParentRoute: () => bare,
    path: '/queue/screen',
    component: room(() => import('./rooms/queue/queue-screen-page.tsx'), 'QueueScreenPage'),
  }),
]

const open = [
  createRoute({
    getParentRoute: () => root,
    path: '/invite',
    component: room(() => import('./session/invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/email',
    component: room(() => import('./session/email-page.tsx'), 'EmailPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: room(() => import('./session/reset-page.tsx'), 'ResetPage'),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren([frame.addChildren(rooms), bare.addChildren(walls), ...open]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultErrorComponent: FailedRoom,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

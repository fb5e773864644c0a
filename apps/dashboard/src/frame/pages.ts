/**
 * The pages, once: the navigation, the command menu and the routes are made from this table, and the tests walk over it.
 *
 * To add a page: a row here, its file in `rooms/<room>/`, and its name in `texts.ts`.
 */
import type { Call } from '../access/access.ts'
import {
  IconAddressBook,
  IconArmchair,
  IconBell,
  IconCalendar,
  IconCalendarPin,
  IconCalendarPlus,
  IconChartBar,
  IconClock,
  IconCoin,
  IconDeviceTv,
  IconHistory,
  IconKey,
  IconListDetails,
  IconMessage,
  IconSettings,
  IconTerminal,
  IconUsers,
  IconUserCog,
  IconWebhook,
  IconWorld,
  type Icon,
} from '../icons/icons.ts'

export type PageGroup = 'day' | 'clinic' | 'developers' | 'owner'

export type PageName =
  | 'agenda'
  | 'queue'
  | 'waitlist'
  | 'clients'
  | 'deposits'
  | 'messages'
  | 'services'
  | 'professionals'
  | 'hours'
  | 'calendars'
  | 'audit'
  | 'overview'
  | 'publicPage'
  | 'people'
  | 'settings'
  | 'webhooks'
  | 'keys'
  | 'requests'

export type PageRow = {
  /** Below `/app`. */
  readonly path: string
  /** Of its text. */
  readonly name: PageName
  readonly icon: Icon
  readonly group: PageGroup
  /** Who may not call it does not see the page. */
  readonly call: Call
}

export const PAGES = [
  { path: '/', name: 'agenda', icon: IconCalendar, group: 'day', call: 'appointments.agenda' },
  { path: '/queue', name: 'queue', icon: IconArmchair, group: 'day', call: 'queue.listEntries' },
  { path: '/waitlist', name: 'waitlist', icon: IconBell, group: 'day', call: 'waitlist.list' },
  { path: '/clients', name: 'clients', icon: IconAddressBook, group: 'day', call: 'clients.list' },
  {
    path: '/deposits',
    name: 'deposits',
    icon: IconCoin,
    group: 'day',
    call: 'deposits.listNewest',
  },
  { path: '/messages', name: 'messages', icon: IconMessage, group: 'day', call: 'messaging.list' },
  {
    path: '/services',
    name: 'services',
    icon: IconListDetails,
    group: 'clinic',
    call: 'services.update',
  },
  {
    path: '/professionals',
    name: 'professionals',
    icon: IconUsers,
    group: 'clinic',
    call: 'professionals.update',
  },
  { path: '/hours', name: 'hours', icon: IconClock, group: 'clinic', call: 'schedule.setWeek' },
  {
    path: '/calendars',
    name: 'calendars',
    icon: IconCalendarPin,
    group: 'clinic',
    call: 'calendars.listFeeds',
  },
  { path: '/audit', name: 'audit', icon: IconHistory, group: 'clinic', call: 'audit.list' },
  { path: '/overview', name: 'overview', icon: IconChartBar, group: 'owner', call: 'overview.get' },
  {
    path: '/public-page',
    name: 'publicPage',
    icon: IconWorld,
    group: 'owner',
    call: 'organization.update',
  },
  { path: '/people', name: 'people', icon: IconUserCog, group: 'owner', call: 'account.listUsers' },
  {
    path: '/settings',
    name: 'settings',
    icon: IconSettings,
    group: 'owner',
    call: 'organization.get',
  },
  {
    path: '/webhooks',
    name: 'webhooks',
    icon: IconWebhook,
    group: 'developers',
    call: 'webhooks.list',
  },
  { path: '/keys', name: 'keys', icon: IconKey, group: 'developers', call: 'apiKeys.list' },
  {
    path: '/requests',
    name: 'requests',
    icon: IconTerminal,
    group: 'developers',
    call: 'requests.list',
  },
] as const satisfies readonly PageRow[]

export type PagePath = (typeof PAGES)[number]['path']

export type CommandRow = {
  readonly name: CommandName
  readonly icon: Icon
  readonly to: PagePath | '/queue/screen'
  readonly call: Call
  readonly search?: { readonly new: 1 }
}

export type CommandName = 'newAppointment' | 'queueScreen'

/** What can be done from anywhere, beside going to a page. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'newAppointment',
    icon: IconCalendarPlus,
    to: '/',
    search: { new: 1 },
    call: 'appointments.create',
  },
  { name: 'queueScreen', icon: IconDeviceTv, to: '/queue/screen', call: 'queue.getScreen' },
]

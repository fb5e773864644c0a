/**
 * The pages, once: the navigation, the command menu and the routes are made from this table, and the tests walk over it.
 *
 * To add a page: a row here, its file in `rooms/<room>/`, and its name in `texts.ts`.
 */
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
  /** A collaborator does not see it. */
  readonly isOwners?: true
}

export const PAGES = [
  { path: '/', name: 'agenda', icon: IconCalendar, group: 'day' },
  { path: '/queue', name: 'queue', icon: IconArmchair, group: 'day' },
  { path: '/waitlist', name: 'waitlist', icon: IconBell, group: 'day' },
  { path: '/clients', name: 'clients', icon: IconAddressBook, group: 'day' },
  { path: '/deposits', name: 'deposits', icon: IconCoin, group: 'day' },
  { path: '/messages', name: 'messages', icon: IconMessage, group: 'day' },
  { path: '/services', name: 'services', icon: IconListDetails, group: 'clinic' },
  { path: '/professionals', name: 'professionals', icon: IconUsers, group: 'clinic' },
  { path: '/hours', name: 'hours', icon: IconClock, group: 'clinic' },
  { path: '/calendars', name: 'calendars', icon: IconCalendarPin, group: 'clinic' },
  { path: '/audit', name: 'audit', icon: IconHistory, group: 'clinic' },
  { path: '/overview', name: 'overview', icon: IconChartBar, group: 'owner', isOwners: true },
  { path: '/public-page', name: 'publicPage', icon: IconWorld, group: 'owner', isOwners: true },
  { path: '/people', name: 'people', icon: IconUserCog, group: 'owner', isOwners: true },
  { path: '/settings', name: 'settings', icon: IconSettings, group: 'owner', isOwners: true },
  { path: '/webhooks', name: 'webhooks', icon: IconWebhook, group: 'developers', isOwners: true },
  { path: '/keys', name: 'keys', icon: IconKey, group: 'developers', isOwners: true },
  {
    path: '/requests',
    name: 'requests',
    icon: IconTerminal,
    group: 'developers',
    isOwners: true,
  },
] as const satisfies readonly PageRow[]

export type PagePath = (typeof PAGES)[number]['path']

export type CommandRow = {
  readonly name: CommandName
  readonly icon: Icon
  readonly to: PagePath | '/queue/screen'
  readonly search?: { readonly new: 1 }
}

export type CommandName = 'newAppointment' | 'queueScreen'

/** What can be done from anywhere, beside going to a page. */
export const COMMANDS: readonly CommandRow[] = [
  { name: 'newAppointment', icon: IconCalendarPlus, to: '/', search: { new: 1 } },
  { name: 'queueScreen', icon: IconDeviceTv, to: '/queue/screen' },
]

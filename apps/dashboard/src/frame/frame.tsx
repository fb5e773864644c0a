/** What stands around every page of a signed-in user. */
import { Alert, Badge, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMay } from '../access/use-may.ts'
import { useIsQuiet } from '../api/quiet.ts'
import { useMe } from '../session/me.tsx'
import { SessionGate } from '../session/session-gate.tsx'
import { useTexts } from '../words/language.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AwayBanner } from './away-banner.tsx'
import { CommandButton } from './command-button.tsx'
import styles from './frame.module.css'
import { NotConnected } from './not-connected.tsx'
import { PAGES, type PageGroup, type PageRow } from './pages.ts'
import { FRAME_TEXTS } from './texts.ts'

/** Where it cannot be loaded, the page stands without it. */
const FirstSteps = lazy(() =>
  import('../rooms/overview/first-steps.tsx').catch(() => ({ default: () => null })),
)

export function Frame() {
  return (
    <SessionGate>
      <Shell />
    </SessionGate>
  )
}

const GROUPS: readonly PageGroup[] = ['day', 'clinic', 'owner', 'developers']

function Shell() {
  const t = useTexts(FRAME_TEXTS)
  const { organization } = useMe()
  const may = useMay()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const isQuiet = useIsQuiet()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const seen: readonly PageRow[] = PAGES.filter(({ call }) => may(call))
  const isHere = (page: PageRow): boolean =>
    page.path === '/' ? path === '/' : path === page.path || path.startsWith(`${page.path}/`)
  return (
    <>
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      <header className={styles['header']}>
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={t.openNavigation}
              aria-expanded={isOpen}
            />
            <Text fw={600} truncate>
              {organization.name}
            </Text>
            {!organization.livemode && (
              <Badge color="orange" variant="filled" miw="fit-content">
                {t.testMode}
              </Badge>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <CommandButton pages={seen} />
            <AccountMenu />
          </Group>
        </Group>
      </header>
      <nav className={styles['navbar']} aria-label={t.navigation} data-open={isOpen || undefined}>
        {GROUPS.map((group) => {
          const pages = seen.filter((page) => page.group === group)
          if (pages.length === 0) return null
          return (
            <div key={group} role="group" aria-label={t[group]}>
              <Text size="xs" fw={600} c="dimmed" mt="sm" mb={4} px="xs" aria-hidden>
                {t[group]}
              </Text>
              {pages.map((page) => (
                <Link
                  key={page.path}
                  to={page.path}
                  className={styles['link']}
                  aria-current={isHere(page) ? 'page' : undefined}
                  onClick={close}
                >
                  <page.icon size={18} strokeWidth={1.6} aria-hidden />
                  {t[page.name]}
                </Link>
              ))}
            </div>
          )
        })}
      </nav>
      <main className={styles['main']} id="content" tabIndex={-1}>
        <AwayBanner />
        <NotConnected />
        {organization.is_suspended && (
          <Alert color="red" title={t.suspended} mb="md">
            {t.aboutSuspended}
          </Alert>
        )}
        <Suspense>
          <Outlet />
        </Suspense>
        {/* It comes after the agenda is painted. Above it, it would move times away from under the pointer. */}
        {path === '/' && may('overview.firstDay') && isQuiet && (
          <Suspense>
            <FirstSteps />
          </Suspense>
        )}
      </main>
    </>
  )
}

/** What clients were asked to pay in advance, and the payments that came. */
import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '../../icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useTexts } from '../../words/language.tsx'
import { ChargeDialog } from './charge-dialog.tsx'
import { DepositDrawer } from './deposit-drawer.tsx'
import { DepositList } from './deposit-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { DEPOSIT_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/deposits')

export function DepositsPage() {
  const t = useTexts(DEPOSIT_TEXTS)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const account = useQuery(api.account.get.queryOptions({}))
  const isOff = account.data?.features.deposits === false
  const open = (deposit: number) =>
    void navigate({ search: (now) => ({ ...now, deposit }), resetScroll: false })
  const close = () =>
    void navigate({
      search: ({ deposit: _deposit, charge: _charge, ...rest }) => rest,
      resetScroll: false,
    })
  return (
    <>
      <PageHead title={t.title} about={isOff ? t.off : t.about}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isOff}
          onClick={() => void navigate({ search: (now) => ({ ...now, charge: 'yes' }) })}
        >
          {t.charge}
        </Button>
      </PageHead>
      <Tabs
        value={search.view ?? 'deposits'}
        keepMounted={false}
        onChange={(view) => void navigate({ search: view === 'payments' ? { view } : {} })}
      >
        <Tabs.List mb="md" aria-label={t.title}>
          <Tabs.Tab value="deposits">{t.views.deposits}</Tabs.Tab>
          <Tabs.Tab value="payments">{t.views.payments}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deposits">
          <DepositList
            search={search}
            onChange={(next) => void navigate({ search: next, replace: true })}
            onOpen={open}
          />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <PaymentList
            search={search}
            onChange={(next) => void navigate({ search: next, replace: true })}
            onOpen={open}
          />
        </Tabs.Panel>
      </Tabs>
      {search.deposit !== undefined && (
        <DepositDrawer key={search.deposit} depositId={search.deposit} onClose={close} />
      )}
      {search.charge !== undefined && <ChargeDialog onClose={close} onCharged={open} />}
    </>
  )
}

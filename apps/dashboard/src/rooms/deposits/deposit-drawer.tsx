/** One deposit beside the list: what it is for, its payments, and what can be done. */
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { SidePanel } from '../../parts/dialog.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTexts } from '../../words/language.tsx'
import { DepositActions } from './deposit-actions.tsx'
import { DepositFacts } from './deposit-facts.tsx'
import { PaymentsOf } from './payments-of.tsx'
import { DEPOSIT_TEXTS } from './texts.ts'

type Props = { readonly depositId: number; readonly onClose: () => void }

export function DepositDrawer({ depositId, onClose }: Props) {
  const t = useTexts(DEPOSIT_TEXTS)
  const deposit = useQuery(
    api.deposits.get.queryOptions({
      deposit_id: depositId,
      expand: ['appointment', 'queue_entry'],
    }),
  )
  const payments = useQuery(api.deposits.getPayments.queryOptions({ deposit_id: depositId }))
  const error = deposit.error ?? payments.error
  return (
    <SidePanel title={t.depositNumber(depositId)} onClose={onClose}>
      {deposit.data === undefined || payments.data === undefined ? (
        error === null ? (
          <WaitingRows />
        ) : (
          <RefusedNote
            error={error}
            words={{ not_found: t.noDeposit }}
            onRetry={() => {
              void deposit.refetch()
              void payments.refetch()
            }}
          />
        )
      ) : (
        <Stack>
          <DepositFacts deposit={deposit.data} chargeFault={payments.data.charge_fault} />
          <DepositActions deposit={deposit.data} payments={payments.data} />
          <PaymentsOf payments={payments.data} />
        </Stack>
      )}
    </SidePanel>
  )
}

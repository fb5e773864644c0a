import { Note } from '../../parts/note.tsx'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyText } from '../../parts/copy-text.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { DepositBadge } from './badges.tsx'
import type { Deposit } from './kinds.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

type Props = { readonly deposit: Deposit; readonly chargeFault: string | null }

export function DepositFacts({ deposit, chargeFault }: Props) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const { appointment, queue_entry: entry, client } = deposit
  const isOpen = deposit.status === 'PENDING'
  const isByHand = deposit.method === 'MANUAL'
  const times = [
    [t.created, deposit.created_at],
    [isOpen ? t.expires : t.wasDue, deposit.expires_at],
    [t.paid, deposit.paid_at],
    [t.expired, deposit.expired_at],
    [t.refunded, deposit.refunded_at],
  ] as const
  return (
    <>
      <Group>
        <Text fw={700} size="xl">
          {written.money(deposit.amount)}
        </Text>
        <DepositBadge status={deposit.status} />
        {isByHand && <Text size="sm">{t.manual}</Text>}
      </Group>
      <dl style={{ margin: 0 }}>
        <Fact name={t.client}>
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/clients/$clientId"
                params={{ clientId: String(deposit.client_id) }}
                {...props}
              />
            )}
          >
            {client.name}
          </Anchor>
        </Fact>
        <Fact name={t.for}>
          {appointment !== null ? (
            <Anchor
              renderRoot={(props) => (
                <Link to="/" search={{ appointment: appointment.id }} {...props} />
              )}
            >
              {t.forAppointment(
                appointment.services.map(({ name }) => name).join(', '),
                written.moment(appointment.start),
              )}
            </Anchor>
          ) : entry !== null ? (
            <Anchor renderRoot={(props) => <Link to="/queue" {...props} />}>
              {t.queuePlace(written.dayOf(entry.date))}
            </Anchor>
          ) : (
            t.forQueue
          )}
        </Fact>
        {times.map(([name, instant]) =>
          instant === null ? null : (
            <Fact key={name} name={name}>
              {written.moment(instant)}
            </Fact>
          ),
        )}
        {deposit.paid_amount !== null && (
          <Fact name={t.paidAmount}>{written.money(deposit.paid_amount)}</Fact>
        )}
        {Number(deposit.refunded_amount) > 0 && (
          <Fact name={t.refundedAmount}>{written.money(deposit.refunded_amount)}</Fact>
        )}
      </dl>
      {chargeFault !== null && (
        <Note color="red" title={t.chargeFault}>
          {chargeFault}
        </Note>
      )}
      {isOpen && (
        <Stack gap="sm">
          {isByHand ? (
            <Text size="sm">{t.aboutManual}</Text>
          ) : deposit.payment_code === null ? (
            chargeFault === null && <Text size="sm">{t.codeComes}</Text>
          ) : (
            <>
              <Text size="sm">{t.aboutCode}</Text>
              <CopyText label={t.code} value={deposit.payment_code} />
            </>
          )}
          {deposit.payment_url !== null && (
            <CopyText label={t.paymentLink} value={deposit.payment_url} />
          )}
        </Stack>
      )}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Group gap="xs" align="baseline" wrap="nowrap" mb={4}>
      <Text component="dt" size="sm" c="dimmed" miw={110}>
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}

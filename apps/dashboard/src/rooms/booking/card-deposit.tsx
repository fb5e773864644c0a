/** The deposit of an appointment on its card: what is to be paid and how, and what went back. */
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../access/use-may.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { DepositBadge } from '../deposits/badges.tsx'
import { ConfirmByHand } from '../deposits/confirm-by-hand.tsx'
import { DEPOSIT_TEXTS } from '../deposits/texts.ts'
import { CARD_TEXTS } from './card-texts.ts'
import type { Appointment } from './use-appointment.ts'

type Deposit = NonNullable<Appointment['deposit']>

export function CardDeposit({ deposit }: { readonly deposit: Deposit }) {
  const t = useTexts(CARD_TEXTS)
  const words = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const may = useMay()
  const [isReceiving, setReceiving] = useState(false)
  const { id, status, amount, paid_amount: paid, refunded_amount: refunded } = deposit
  const isOpen = status === 'PENDING'
  return (
    <Paper component="section" withBorder p="sm" aria-label={t.deposit}>
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={4} size="sm">
            {t.deposit}
          </Title>
          <Text fw={600}>{written.money(amount)}</Text>
          <DepositBadge status={status} />
          {deposit.method === 'MANUAL' && <Text size="sm">{words.manual}</Text>}
        </Group>
        {isOpen && <Text size="sm">{words.expiresAt(written.moment(deposit.expires_at))}</Text>}
        {Number(refunded) > 0 && (
          <Text size="sm">
            {t.refundedOf(written.money(refunded), written.money(paid ?? amount))}
          </Text>
        )}
        {isOpen && <Payment deposit={deposit} />}
        <Group gap="sm">
          {isOpen && may('deposits.confirmByHand') && (
            <Button variant="default" size="sm" onClick={() => setReceiving(true)}>
              {t.received}
            </Button>
          )}
          {may('deposits.get') && (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/deposits" search={{ deposit: id }} {...props} />}
            >
              {t.openDeposit}
            </Anchor>
          )}
        </Group>
      </Stack>
      {isReceiving && <ConfirmByHand deposit={deposit} onClose={() => setReceiving(false)} />}
    </Paper>
  )
}

/** What the client pays with: shown on the screen of the desk, or sent by hand. */
function Payment({ deposit }: { readonly deposit: Deposit }) {
  const words = useTexts(DEPOSIT_TEXTS)
  const { method, payment_code: code } = deposit
  if (method === 'MANUAL') return <Text size="sm">{words.aboutManual}</Text>
  if (code === null) return <Text size="sm">{words.codeComes}</Text>
  return (
    <>
      <QrCode text={code} label={words.qrOf} size={180} />
      <CopyText label={words.code} value={code} />
    </>
  )
}

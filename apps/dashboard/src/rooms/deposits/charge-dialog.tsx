/** Asks a client for a deposit: whose, for what, how much. */
import { Button, Loader, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, cache } from '../../api/client.ts'
import type { ClientChoice } from '../../parts/client-choice.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { DialogRefusal } from '../../parts/dialog-refusal.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useZone } from '../../session/me.tsx'
import { today } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { DeadlineField, useDeadline } from './deadline-field.tsx'
import { DEPOSIT_TEXTS } from './texts.ts'

type Props = {
  readonly onClose: () => void
  readonly onCharged: (depositId: number) => void
}

export function ChargeDialog({ onClose, onCharged }: Props) {
  const t = useTexts(DEPOSIT_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const written = useWritten()
  const tell = useTell()
  const [client, setClient] = useState<ClientChoice | null>(null)
  const [owner, setOwner] = useState('')
  const [amount, setAmount] = useState('')
  const owners = useOwners(client?.kind === 'known' ? client.id : null)
  const chosen = owners.rows.find(({ key }) => key === owner) ?? owners.rows[0]
  const deadline = useDeadline(chosen?.start ?? null)
  const { expiresAt } = deadline
  const charge = useMutation(
    api.deposits.charge.mutationOptions({
      onSuccess: (deposit) => {
        tell.done(t.charged(deposit.client.name))
        void cache.invalidateQueries(api.deposits.pathFilter())
        onClose()
        onCharged(deposit.id)
      },
    }),
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (
      chosen === undefined ||
      amount === '' ||
      expiresAt === null ||
      deadline.isTooLate ||
      charge.isPending
    )
      return
    charge.mutate({
      ...chosen.input,
      amount,
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    })
  }
  return (
    <Dialog title={t.charge} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t.aboutCharge}</Text>
          <ClientSelect value={client} onChange={setClient} required />
          {client !== null &&
            (owners.isPending ? (
              <Loader size="sm" aria-label={loading} />
            ) : owners.rows.length === 0 ? (
              <Text size="sm" role="status">
                {t.nothingToCharge}
              </Text>
            ) : (
              <NativeSelect
                label={t.for}
                data={owners.rows.map(({ key, name }) => ({ value: key, label: name }))}
                value={chosen?.key ?? ''}
                onChange={(event) => setOwner(event.currentTarget.value)}
              />
            ))}
          <MoneyInput label={t.amount} required value={amount} onChange={setAmount} />
          <DeadlineField {...deadline} />
          <DialogRefusal
            error={charge.error ?? owners.error}
            words={{ action_not_allowed: t.chargedAlready }}
          />
          <DialogFooter>
            <BackButton />
            <Button
              type="submit"
              loading={charge.isPending}
              disabled={chosen === undefined || amount === '' || deadline.isTooLate}
            >
              {amount === '' ? t.charge : t.chargeAmount(written.money(amount))}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What the client can be asked to pay for: appointments from today on, and places in today's queue. */
function useOwners(clientId: number | null) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const enabled = clientId !== null
  const appointments = useQuery(
    api.appointments.list.queryOptions(
      { client_id: clientId ?? 0, from: today(zone), status: ['PENDING', 'CONFIRMED'], limit: 50 },
      { enabled },
    ),
  )
  const entries = useQuery(
    api.queue.listEntries.queryOptions(
      { status: ['WAITING', 'CALLED', 'SKIPPED', 'IN_SERVICE'], limit: 200 },
      { enabled },
    ),
  )
  const rows = [
    ...(appointments.data?.data ?? []).map((one) => ({
      key: `appointment ${one.id}`,
      name: t.forAppointment(
        one.services.map(({ name }) => name).join(', '),
        written.moment(one.start),
      ),
      start: one.start,
      input: { appointment_id: one.id },
    })),
    ...(entries.data?.data ?? [])
      .filter((entry) => entry.client_id === clientId)
      .map((entry) => ({
        key: `entry ${entry.id}`,
        name: t.queueEntry(entry.service.name),
        start: null,
        input: { queue_entry_id: entry.id },
      })),
  ]
  return {
    rows,
    error: appointments.error ?? entries.error,
    isPending: enabled && (appointments.isLoading || entries.isLoading),
  }
}

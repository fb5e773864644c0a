/** Notes what a client waits for, when nothing of what is free suits them. */
import { Button, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { agreedClient } from '../../parts/agreed-client.ts'
import { clientInputOf, isNamed, type ClientChoice } from '../../parts/client-choice.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { DialogRefusal } from '../../parts/dialog-refusal.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useZone } from '../../session/me.tsx'
import { clockOf, dateIn, today } from '../../time/wall-clock.ts'
import { useTexts } from '../../words/language.tsx'
import type { BookingValues } from './booking-values.ts'
import { NEW_TEXTS } from './new-texts.ts'
import { daysAfter } from './slots.ts'

type Props = {
  readonly values: Pick<BookingValues, 'client' | 'service_ids' | 'professional_id' | 'start'>
  onClient(choice: ClientChoice | null): void
  onDone(): void
  onClose(): void
}

const WEEKS_DAYS = 14
const HOURS = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour * 60),
  label: clockOf(hour * 60),
}))

export function WaitlistDialog({ values, onClient, onDone, onClose }: Props) {
  const t = useTexts(NEW_TEXTS)
  const zone = useZone()
  const tell = useTell()
  const first = values.start === null ? today(zone) : dateIn(values.start, zone)
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(daysAfter(first, WEEKS_DAYS))
  const [hours, setHours] = useState({ from: '0', to: '1440' })
  const { client } = values
  const add = useMutation({
    ...api.waitlist.add.mutationOptions({
      onSuccess(wish) {
        void cache.invalidateQueries(api.waitlist.pathFilter())
        tell.done(t.waiting(wish.client.name))
        onDone()
      },
    }),
    mutationFn: async (input) =>
      scheduling.waitlist.add.mutate({ ...input, ...(await agreedClient(client)) }),
  })
  return (
    <Dialog onClose={onClose} title={t.waitlistTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!isNamed(client) || add.isPending) return
          add.mutate({
            ...clientInputOf(client),
            service_ids: [...values.service_ids],
            professional_id: values.professional_id,
            from_date: from,
            to_date: to,
            from_minute: Number(hours.from),
            to_minute: Number(hours.to),
          })
        }}
      >
        <Stack>
          <Text size="sm">{t.waitlistAbout}</Text>
          <ClientSelect value={client} onChange={onClient} withNew required />
          <SimpleGrid cols={2}>
            <TextInput
              type="date"
              label={t.fromDay}
              required
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label={t.toDay}
              required
              min={from}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <Select
              label={t.fromTime}
              data={HOURS.slice(0, -1)}
              value={hours.from}
              allowDeselect={false}
              onChange={(chosen) => setHours({ ...hours, from: chosen ?? '0' })}
            />
            <Select
              label={t.toTime}
              data={HOURS.filter((hour) => Number(hour.value) > Number(hours.from))}
              value={hours.to}
              allowDeselect={false}
              onChange={(chosen) => setHours({ ...hours, to: chosen ?? '1440' })}
            />
          </SimpleGrid>
          <DialogRefusal error={add.error} />
          <DialogFooter>
            <BackButton />
            <Button type="submit" loading={add.isPending} disabled={!isNamed(client)}>
              {t.wait}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}

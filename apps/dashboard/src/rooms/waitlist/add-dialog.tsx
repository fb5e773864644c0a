/** Notes what a client waits for. */
import { Chip, Group, Input, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { agreedClient } from '../../parts/agreed-client.ts'
import { clientInputOf, isNamed, type ClientChoice } from '../../parts/client-choice.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { ServiceBasket } from '../../parts/service-basket.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useZone } from '../../session/me.tsx'
import { clockOf, today } from '../../time/wall-clock.ts'
import { useWeekdays } from '../../time/weekdays.ts'
import { useFaultText } from '../../words/faults.ts'
import { useTexts } from '../../words/language.tsx'
import { daysAfter } from '../booking/slots.ts'
import { WAITLIST_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

const FORTNIGHT = 14
const EVERY_DAY = ['0', '1', '2', '3', '4', '5', '6']
const HOURS = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour * 60),
  label: clockOf(hour * 60),
}))

export function AddDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(WAITLIST_TEXTS)
  const textOf = useFaultText()
  const tell = useTell()
  const zone = useZone()
  const weekdayNames = useWeekdays('short')
  const weekdaysId = useId()
  const [client, setClient] = useState<ClientChoice | null>(null)
  const [services, setServices] = useState<readonly number[]>([])
  const [professional, setProfessional] = useState<number | null>(null)
  const [days, setDays] = useState(() => ({
    from: today(zone),
    to: daysAfter(today(zone), FORTNIGHT),
  }))
  const [weekdays, setWeekdays] = useState<readonly string[]>(EVERY_DAY)
  const [hours, setHours] = useState({ from: '0', to: '1440' })
  const [isAsked, setAsked] = useState(false)
  const add = useMutation({
    ...api.waitlist.add.mutationOptions({
      onSuccess: (wish) => {
        tell.done(t.wasAdded(wish.client.name))
        onClose()
        return cache.invalidateQueries(api.waitlist.pathFilter())
      },
    }),
    mutationFn: async (input) =>
      scheduling.waitlist.add.mutate({ ...input, ...(await agreedClient(client)) }),
  })
  const faults = Object.fromEntries(
    (reasonOf(add.error).refusal?.errors ?? []).map((fault) => [
      fault.field.split('[')[0] ?? fault.field,
      textOf(fault),
    ]),
  )

  function submit(): void {
    setAsked(true)
    if (add.isPending || !isNamed(client) || services.length === 0 || weekdays.length === 0) return
    add.mutate({
      ...clientInputOf(client),
      service_ids: [...services],
      professional_id: professional,
      from_date: days.from,
      to_date: days.to,
      from_minute: Number(hours.from),
      to_minute: Number(hours.to),
      ...(weekdays.length < EVERY_DAY.length && { weekdays: weekdays.map(Number) }),
    })
  }

  return (
    <FormDialog
      noValidate
      size="lg"
      title={t.addTitle}
      label={t.confirmAdd}
      isPending={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClientSelect
        value={client}
        onChange={setClient}
        withNew
        required
        faults={faults}
        error={faults['client_id'] ?? (isAsked && !isNamed(client) ? t.chooseClient : null)}
      />
      <ServiceBasket
        value={services}
        onChange={setServices}
        professionalId={professional}
        error={faults['service_ids'] ?? (isAsked && services.length === 0 ? t.chooseService : null)}
      />
      <ProfessionalSelect
        label={t.professional}
        none="anyProfessional"
        value={professional}
        onChange={setProfessional}
        performing={services}
        error={faults['professional_id'] ?? null}
      />
      <SimpleGrid cols={2}>
        <TextInput
          type="date"
          label={t.from}
          value={days.from}
          error={faults['from_date'] ?? null}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t.to}
          value={days.to}
          error={faults['to_date'] ?? null}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
        <Select
          label={t.fromTime}
          data={HOURS.slice(0, -1)}
          value={hours.from}
          allowDeselect={false}
          error={faults['from_minute'] ?? null}
          onChange={(value) => setHours({ ...hours, from: value ?? '0' })}
        />
        <Select
          label={t.toTime}
          data={HOURS.filter(({ value }) => Number(value) > Number(hours.from))}
          value={hours.to}
          allowDeselect={false}
          error={faults['to_minute'] ?? null}
          onChange={(value) => setHours({ ...hours, to: value ?? '1440' })}
        />
      </SimpleGrid>
      <div>
        <Input.Label component="div" id={weekdaysId} mb={4}>
          {t.weekdays}
        </Input.Label>
        <Chip.Group
          multiple
          value={[...weekdays]}
          onChange={(chosen) => setWeekdays(EVERY_DAY.filter((day) => chosen.includes(day)))}
        >
          <Group gap={6} role="group" aria-labelledby={weekdaysId}>
            {EVERY_DAY.map((day) => (
              <Chip key={day} value={day} size="md">
                {weekdayNames[Number(day)]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {isAsked && weekdays.length === 0 && <Input.Error mt={4}>{t.chooseDay}</Input.Error>}
      </div>
    </FormDialog>
  )
}

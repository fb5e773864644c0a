/** Books an appointment: client, services, professional, start. A refused call keeps what was typed. */
import { Checkbox, Paper, Stack, Text, Textarea, Button } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { WaitlistDialog } from './dialogs.ts'
import { useMay } from '../../access/use-may.ts'
import { sumOf } from '../../parts/basket.ts'
import { isNamed } from '../../parts/client-choice.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { showFault } from '../../parts/show-fault.ts'
import { NOTES_CHARACTERS } from '../../parts/notes-editor.tsx'
import { ServiceBasket } from '../../parts/service-basket.tsx'
import { useProfessionals, useServices } from '../../parts/whole-lists.ts'
import { now } from '../../time/clock.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { NOTES_TEXTS } from '../../words/notes.ts'
import type { BookingValues } from './booking-values.ts'
import { NEW_TEXTS } from './new-texts.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { SameTime } from './same-time.tsx'
import { SeriesDates } from './series-dates.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { TakenBy } from './taken-by.tsx'
import { useBooking } from './use-booking.ts'
import { useFeatures } from './use-features.ts'
import { useOffers } from './use-offers.ts'

export type NewAppointmentInitial = {
  readonly professionalId?: number | undefined
  /** An instant. */
  readonly start?: string | undefined
  readonly client?: { readonly id: number; readonly name: string } | undefined
  readonly serviceIds?: readonly number[] | undefined
}

type Props = { readonly initial?: NewAppointmentInitial | undefined; onClose(): void }

export function NewAppointment({ initial = {}, onClose }: Props) {
  const t = useTexts(NEW_TEXTS)
  const isPhone = useMediaQuery('(max-width: 48em)')
  const { client, start = null, professionalId = null, serviceIds = [] } = initial
  const form = useForm<BookingValues>({
    initialValues: {
      client: client === undefined ? null : { kind: 'known', ...client },
      service_ids: serviceIds,
      professional_id: professionalId,
      start,
      notes: '',
      allow_overbook: false,
      rhythm: 'never',
      times: 4,
    },
    validate: {
      client: (choice) => (isNamed(choice) ? null : t.chooseClient),
      service_ids: (ids) => (ids.length > 0 ? null : t.chooseService),
      start: (chosen) => (chosen === null ? t.chooseStart : null),
    },
  })
  // While the agenda shows what was sent, the form lies behind it; it comes back with what was typed when that is refused.
  const [isAside, setIsAside] = useState(false)
  return (
    <Dialog
      title={t.title}
      size="lg"
      isWhole={isPhone ?? false}
      isAside={isAside}
      isTyped={form.isDirty()}
      onClose={onClose}
    >
      <BookingForm form={form} onAside={setIsAside} onDone={onClose} />
    </Dialog>
  )
}

type FormProps = {
  readonly form: UseFormReturnType<BookingValues>
  onAside(isAside: boolean): void
  onDone(): void
}

function BookingForm({ form, onAside, onDone }: FormProps) {
  const may = useMay()
  const t = useTexts(NEW_TEXTS)
  const notes = useTexts(NOTES_TEXTS)
  const { values, errors } = form
  const features = useFeatures()
  const [date, setDate] = useState<string | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const offers = useOffers({
    serviceIds: values.service_ids,
    professionalId: values.professional_id,
    date,
    start: values.start,
  })
  const booking = useBooking(form, onAside, onDone)
  const place = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(0)
  useEffect(() => showFault(place.current), [faults, booking.refusals])
  const { isBusy, preview } = booking
  const isSeries = values.rhythm !== 'never'
  const change = (changed: Partial<BookingValues>): void => {
    booking.forget()
    const isChanged = (field: string): boolean =>
      Object.keys(changed).some((name) => field === name || field.startsWith(`${name}.`))
    form.setErrors(
      Object.fromEntries(Object.entries(errors).filter(([field]) => !isChanged(field))),
    )
    form.setValues(changed)
  }
  return (
    <form
      ref={place}
      noValidate
      onSubmit={form.onSubmit(
        () => booking.book(),
        () => setFaults(faults + 1),
      )}
    >
      <Stack>
        <Chosen start={values.start} professionalId={values.professional_id} />
        <ClientSelect
          value={values.client}
          onChange={(choice) => change({ client: choice })}
          withNew
          required
          isFirst
          error={errors['client'] ?? errors['client_id']}
          faults={errors}
          disabled={isBusy}
        />
        <ServiceBasket
          value={values.service_ids}
          onChange={(ids) => change({ service_ids: ids })}
          professionalId={values.professional_id}
          error={errors['service_ids']}
          disabled={isBusy}
        />
        <TypeNote serviceIds={values.service_ids} />
        <ProfessionalSelect
          value={values.professional_id}
          onChange={(id) => change({ professional_id: id })}
          none="anyProfessional"
          performing={values.service_ids}
          error={errors['professional_id']}
          disabled={isBusy}
        />
        {values.service_ids.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.chooseServices}
          </Text>
        ) : (
          <SlotPicker
            offers={offers}
            start={values.start}
            professionalId={values.professional_id}
            error={errors['start']}
            disabled={isBusy}
            onStart={(start) => change({ start })}
            onDate={(day) => {
              setDate(day)
              change({ start: null })
            }}
          />
        )}
        <Clash values={values} />
        {(offers.isOther || values.allow_overbook) && (
          <Checkbox
            label={t.overbook}
            description={features?.overbooking === false ? t.noOverbook : t.aboutOverbook}
            disabled={isBusy || features?.overbooking !== true}
            checked={values.allow_overbook}
            onChange={({ currentTarget: { checked } }) => change({ allow_overbook: checked })}
          />
        )}
        <RepeatFields
          rhythm={values.rhythm}
          times={values.times}
          isAllowed={features?.recurrence === true}
          disabled={isBusy}
          onRhythm={(rhythm) => change({ rhythm })}
          onTimes={(times) => change({ times })}
        />
        <Textarea
          label={notes.booking.title}
          description={notes.booking.hint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={NOTES_CHARACTERS}
          disabled={isBusy}
          {...form.getInputProps('notes')}
        />
        {preview !== null && <SeriesDates series={preview} />}
        <RefusedNote error={booking.error} />
        {booking.refusedStart !== null && !offers.isTaken && (
          <TakenBy start={booking.refusedStart} professionalId={values.professional_id} />
        )}
        <DialogFooter>
          {may('waitlist.add') && values.service_ids.length > 0 && (
            <Button
              variant="subtle"
              px="xs"
              mr="auto"
              flex={{ base: '1 0 100%', xs: '0 0 auto' }}
              disabled={isBusy}
              onClick={() => setIsWaiting(true)}
            >
              {t.waitlist}
            </Button>
          )}
          <BackButton />
          <Button type="submit" loading={isBusy}>
            {!isSeries
              ? t.book
              : preview === null
                ? t.check
                : t.bookSeries(preview.appointments.length)}
          </Button>
        </DialogFooter>
      </Stack>
      {isWaiting && (
        <WaitlistDialog
          values={values}
          onClient={(choice) => change({ client: choice })}
          onDone={onDone}
          onClose={() => setIsWaiting(false)}
        />
      )}
    </form>
  )
}

type ChosenProps = { readonly start: string | null; readonly professionalId: number | null }

/** What was clicked in the agenda, in sight however far the form is scrolled. */
function Chosen({ start, professionalId }: ChosenProps) {
  const t = useTexts(NEW_TEXTS)
  const written = useWritten()
  const { rows } = useProfessionals()
  if (start === null) return null
  const who = rows?.find(({ id }) => id === professionalId)?.name
  return (
    <Paper pos="sticky" top={60} withBorder p="xs" style={{ zIndex: 2 }} role="status">
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {written.day(start)}, {written.time(start)}
        {who !== undefined && ` · ${who}`}
      </Text>
      {Date.parse(start) < now() && <Text size="sm">{t.past}</Text>}
    </Paper>
  )
}

/** Of a known client: a new one has no other appointment. */
function Clash({ values }: { readonly values: BookingValues }) {
  const { client, start, service_ids: ids } = values
  const { rows } = useServices(true)
  const basket = ids.flatMap((id) => rows?.find((one) => one.id === id) ?? [])
  if (client?.kind !== 'known' || start === null || basket.length === 0) return null
  return <SameTime clientId={client.id} start={start} minutes={sumOf(basket).minutes} />
}

/** The type follows from the services: those of both types do not go together. */
function TypeNote({ serviceIds }: { readonly serviceIds: readonly number[] }) {
  const t = useTexts(NEW_TEXTS)
  const { rows } = useServices(true)
  const isRemote = serviceIds.some(
    (id) => rows?.find((one) => one.id === id)?.service_type === 'TELEMEDICINE',
  )
  return isRemote ? <Text size="sm">{t.telemedicine}</Text> : null
}

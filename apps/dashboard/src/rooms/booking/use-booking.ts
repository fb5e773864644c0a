/** Sends what was filled in, once: also after a double click, and after an answer that got lost. */
import type { UseFormReturnType } from '@mantine/form'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { agreedClient } from '../../parts/agreed-client.ts'
import { nameOf, type ClientChoice } from '../../parts/client-choice.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useProfessionals, useServices } from '../../parts/whole-lists.ts'
import { useZone } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { inputOf, type BookingValues } from './booking-values.ts'
import { NEW_TEXTS } from './new-texts.ts'
import { withBooked, withProvisional, type Provisional } from './provisional.ts'
import { ruleOf } from './recurrence.ts'

type Outputs = inferRouterOutputs<AppRouter>
export type Series = Outputs['appointments']['createSeries']
type Agenda = Outputs['appointments']['agenda']
type Input = NonNullable<ReturnType<typeof inputOf>>

export type Booking = {
  readonly isBusy: boolean
  /** What was refused, unless every fault of it stands beside its field. */
  readonly error: unknown
  /** The start that was no longer free. */
  readonly refusedStart: string | null
  /** What a series would be. */
  readonly preview: Series | null
  /** Grows with each refusal. */
  readonly refusals: number
  book(): void
  /** Something has been changed in the form: what was said about it no longer holds. */
  forget(): void
}

/** Codes that say that the time may have been taken. */
const TAKEN: ReadonlySet<string> = new Set(['slot_unavailable', 'forbidden_overbook'])

/**
 * @param onAside told when the agenda shows what was sent, and when it does not any more. Called at once: effects of a form
 *   that is hidden do not run
 */
export function useBooking(
  form: UseFormReturnType<BookingValues>,
  onAside: (isAside: boolean) => void,
  onDone: () => void,
): Booking {
  const t = useTexts(NEW_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const setFaults = useSetFaults()
  const [preview, setPreview] = useState<Series | null>(null)
  const [refused, setRefused] = useState<{ error: unknown; start: string | null } | null>(null)
  const [refusals, setRefusals] = useState(0)
  const zone = useZone()
  const services = useServices()
  const professionals = useProfessionals()
  // A call was sent and its outcome is unknown.
  const isInDoubt = useRef(false)

  function readAgain(): void {
    void cache.invalidateQueries(api.appointments.pathFilter())
    void cache.invalidateQueries(api.availability.pathFilter())
  }
  function onError(error: unknown): void {
    const { refusal } = reasonOf(error)
    isInDoubt.current = refusal === null || refusal.code === 'outcome_unknown'
    const isTaken = refusal !== null && TAKEN.has(refusal.code)
    if (isTaken) readAgain()
    const allShown = setFaults(form, error)
    setRefusals((count) => count + 1)
    setRefused({ error: allShown ? null : error, start: isTaken ? form.getValues().start : null })
  }

  /** The agenda as it was before, to put it back; empty where nothing could be shown. */
  async function show(input: Input): Promise<readonly (readonly [QueryKey, Agenda | undefined])[]> {
    const provisional = provisionalOf(input, form.getValues().client)
    if (provisional === null) return []
    const shown = api.appointments.agenda.queryFilter()
    // A read that began before would take it away again.
    await cache.cancelQueries(shown)
    const before = cache.getQueriesData<Agenda>(shown)
    cache.setQueriesData<Agenda>(
      shown,
      (agenda) => agenda && withProvisional(agenda, provisional, zone),
    )
    onAside(before.some(([key, agenda]) => cache.getQueryData(key) !== agenda))
    return before
  }
  /** Null where the service chooses the professional: no one knows yet in whose column it stands. */
  function provisionalOf(input: Input, client: ClientChoice | null): Provisional | null {
    const professional = professionals.rows?.find(({ id }) => id === input.professional_id)
    const performed = input.service_ids.map((id) => services.rows?.find((one) => one.id === id))
    if (professional === undefined || client === null) return null
    if (!performed.every((one) => one !== undefined)) return null
    return {
      professional: { id: professional.id, name: professional.name },
      clientName: nameOf(client),
      services: performed,
      start: input.start,
      isOverbook: input.allow_overbook,
    }
  }

  const single = useMutation({
    mutationFn: async (input: Input) =>
      (isInDoubt.current ? await alreadyBooked(input) : null) ??
      (await scheduling.appointments.create.mutate({
        ...input,
        ...(await agreedClient(form.getValues().client)),
      })),
    onMutate: show,
    onError(error, _, before) {
      for (const [key, agenda] of before ?? []) cache.setQueryData(key, agenda)
      onAside(false)
      void cache.invalidateQueries(api.appointments.agenda.queryFilter())
      onError(error)
    },
    onSuccess(made) {
      const shown = api.appointments.agenda.queryFilter()
      cache.setQueriesData<Agenda>(shown, (agenda) => agenda && withBooked(agenda, made))
      readAgain()
      tell.done(t.booked(made.client.name, written.moment(made.start), made.professional.name))
      onDone()
    },
  })
  const series = useMutation({
    ...api.appointments.createSeries.mutationOptions(),
    mutationFn: async (input) =>
      scheduling.appointments.createSeries.mutate({
        ...input,
        ...(input.preview !== true && (await agreedClient(form.getValues().client))),
      }),
    onError,
    onSuccess(made, { preview: isPreview }) {
      if (isPreview === true) {
        setPreview(made)
        return
      }
      readAgain()
      tell.done(t.bookedSeries(made.appointments.length))
      onDone()
    },
  })
  const isBusy = single.isPending || series.isPending

  return {
    isBusy,
    error: refused?.error ?? null,
    refusedStart: refused?.start ?? null,
    preview,
    refusals,
    book() {
      const values = form.getValues()
      const input = inputOf(values)
      if (input === null || isBusy) return
      setRefused(null)
      if (values.rhythm === 'never') single.mutate(input)
      else {
        series.mutate({
          ...input,
          recurrence: ruleOf(values.rhythm, values.times),
          preview: preview === null,
        })
      }
    },
    forget() {
      setPreview(null)
      setRefused(null)
    },
  }
}

const RECENT_MS = 10 * 60_000

/**
 * The service knows a known client's appointment of a moment ago again. A new client without phone, e-mail and CPF is
 * another person to it each time, so the appointment is looked for by name.
 */
async function alreadyBooked(input: Input) {
  if (!('client' in input)) return null
  const { first_name, last_name } = input.client
  const name = [first_name, last_name].filter((part) => part !== null).join(' ')
  const { data } = await scheduling.appointments.list.query({
    from: input.start,
    to: new Date(Date.parse(input.start) + 60_000).toISOString(),
    created_since: new Date(Date.now() - RECENT_MS).toISOString(),
    status: ['PENDING', 'CONFIRMED'],
  })
  return (
    data.find(
      (one) => one.client.name === name && one.service_ids.join() === input.service_ids.join(),
    ) ?? null
  )
}

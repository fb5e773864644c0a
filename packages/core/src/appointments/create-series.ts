import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { oneClient } from '../clients/client-choice.ts'
import { maybe, several } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS } from '../ground/fields.ts'
import { bookSeries } from './book-series.ts'
import { occurrencesOf } from './recurrence.ts'
import { RecurrenceInput } from './recurrence-rule.ts'
import { NewAppointment, requestedBooking } from './requested.ts'
import { Series, toSeries } from './series.ts'

/**
 * Books a series: each occurrence that fits becomes an appointment, and the others are reported. Events name the
 * dashboard as their source, since a user called there; the appointments have the source `recurrence`.
 */
export const createSeries = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  fillsProfessional: true,
  feature: 'recurrence',
  input: NewAppointment.extend({
    recurrence: RecurrenceInput,
    preview: z.boolean().default(false),
  }).superRefine(oneClient, BESIDE_OTHERS),
  output: Series,
  success: { created: 200, existing: 200, preview: 200 },
  emits: {
    created: [
      maybe('client.created'),
      maybe('client.updated'),
      several('appointment.created'),
      maybe('client.first_appointment'),
    ],
    existing: [],
    preview: [],
  },
  problems: [
    'client_identifier_required',
    'professional_cannot_perform_service',
    'slot_unavailable',
  ],
  async run(context, input) {
    const { timeZone } = context.organization
    const clock = { timeZone, now: context.now() }
    const occurrences = occurrencesOf(input.recurrence, input.start, clock)
    const booking = await requestedBooking(context, input)
    const booked = await bookSeries(noticing(context, input), booking, occurrences)
    return {
      outcome: input.preview ? 'preview' : booked.outcome,
      reply: toSeries(booked, timeZone),
    }
  },
})

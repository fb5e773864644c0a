/** Cancelling: a page that asks, since it cannot be undone, and the deed. */
import { LIMITS, problemOf } from '@scheduling/core'
import { linkAddress, linkLanguage, pageAfter, refusedOr } from '../link/link.ts'
import type { Answered, Handler, Page, PageRequest } from '../page.ts'
import { FIELDS } from '../paths.ts'
import { dayAndHour } from '../written.ts'
import { appointmentPage } from './show.ts'
import { APPOINTMENT_TEXTS } from './texts.ts'

const KIND = 'a'

export const askToCancel: Handler = (request, token) => askPage(request, token, null)

export const cancel: Handler = async (request, token) => {
  const typed = request.form.get(FIELDS.reason)?.trim() ?? ''
  try {
    await request.visitor.cancelAppointment({ token, reason: typed === '' ? null : typed })
  } catch (error) {
    const isReason = problemOf(error).errors.some(({ field }) => field === 'reason')
    if (isReason) return askPage(request, token, typed)
    return refusedOr(error, () => appointmentPage(request, token, 'refused'))
  }
  return { seeOther: pageAfter(request, KIND, token, 'cancel') }
}

/** @param refused what was typed as the reason and cannot be one; null: nothing was typed yet */
async function askPage(
  request: PageRequest,
  token: string,
  refused: string | null,
): Promise<Answered> {
  const appointment = await request.visitor.getAppointment({ token })
  const back = linkAddress(request, KIND, token)
  if (!appointment.can_cancel) return { seeOther: back }
  const { organization, start, changes_until: until, deposit } = appointment
  const language = linkLanguage(request, organization)
  const texts = APPOINTMENT_TEXTS[language]
  const written = (instant: string) =>
    dayAndHour(instant, language, organization.time_zone, request.now())
  const fault = refused === null ? null : texts.reasonWrong
  const page: Page = {
    status: refused === null ? 200 : 400,
    language,
    title: texts.cancelTitle,
    organization,
    template: 'appointment/cancel.njk',
    view: {
      t: texts,
      facts: [
        { label: texts.facts.when, value: written(start) },
        { label: texts.facts.what, value: appointment.services.join(' + ') },
        { label: texts.facts.who, value: appointment.professional },
      ],
      until: texts.until(written(until)),
      paid: deposit?.status === 'PAID' ? texts.cancelPaid : null,
      faults: fault === null ? [] : [{ field: FIELDS.reason, text: fault }],
      reason: {
        name: FIELDS.reason,
        label: texts.reason,
        optional: texts.optional,
        hint: null,
        fault,
        lines: 0,
        type: 'text',
        autocomplete: null,
        most: LIMITS.reasonCharacters,
        value: (refused ?? '').slice(0, LIMITS.reasonCharacters),
      },
      action: linkAddress(request, KIND, token, 'cancel'),
      back,
    },
  }
  return page
}

/** A billing system marks the invoices of a day as issued, and takes one back that was wrong. */
import { Scheduling } from '@scheduling/sdk'
import { beforeEach, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../support/api.ts'
import { at, MONDAY, openClinic } from '../support/booking.ts'
import { signIn } from '../support/dashboard.ts'

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

it('every completed appointment is billed once, and a wrong mark is taken back by who set it', async () => {
  const clinic = await openClinic(api)
  const ids: number[] = []
  for (const clock of ['09:00', '10:00', '11:00']) {
    ids.push((await clinic.book({ start: at(clock) })).body.id)
  }
  api.setNow(Date.parse(at('18:00')))
  const connect = async () =>
    new Scheduling({
      baseUrl: api.url,
      apiKey: await clinic.organization.keyWith(['read', 'write']),
    })
  const [billing, other] = [await connect(), await connect()]
  const [billed, wrong, missed] = ids as [number, number, number]
  for (const id of [billed, wrong]) {
    await billing.appointments.confirm(id)
    await billing.appointments.complete(id)
  }

  // It asks again for what it may have billed before it broke off: nothing happens twice.
  for (const _ of ['first', 'again']) {
    const done = billing.appointments.list({ from: MONDAY, status: ['COMPLETED'] })
    for await (const { id } of done) {
      await billing.appointments.markInvoiced(id, {}, { idempotencyKey: `invoice ${id}` })
    }
  }
  const marks = async () => {
    const found = new Map<number, boolean>()
    for await (const { id, invoiceIssued } of billing.appointments.list({ from: MONDAY })) {
      found.set(id, invoiceIssued)
    }
    return ids.map((id) => found.get(id))
  }
  expect(await marks()).toEqual([true, true, false])

  const back = { issued: false }
  await expect(other.appointments.markInvoiced(wrong, back)).rejects.toMatchObject({
    code: 'action_not_allowed',
  })
  await billing.appointments.markInvoiced(wrong, back)
  expect(await marks()).toEqual([true, false, false])
  // What is billed stays as it is; what is not can be cancelled.
  await expect(billing.appointments.cancel(billed)).rejects.toMatchObject({
    code: 'appointment_not_editable',
  })
  await billing.appointments.cancel(missed)
  const team = await signIn(api, clinic.organization)
  const { body } = await team.mutate('appointments.markInvoiced', {
    appointment_id: billed,
    issued: false,
  })
  expect(body.invoice_issued).toBe(false)
})

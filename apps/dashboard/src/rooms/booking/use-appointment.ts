/** One appointment with all that the card shows of it. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useQuery } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'

export type Appointment = inferRouterOutputs<AppRouter>['appointments']['get']

const EXPANDED = ['client', 'services', 'deposit']

export function useAppointment(appointmentId: number) {
  return useQuery(
    api.appointments.get.queryOptions({ appointment_id: appointmentId, expand: EXPANDED }),
  )
}

/** Phone and e-mail, where the record of the client was asked for. */
export function contactOf({ client }: Appointment) {
  return 'phone' in client ? { phone: client.phone, email: client.email } : null
}

/** Reads again what a change of an appointment can touch. */
export function readAppointmentsAgain(): void {
  for (const router of [api.appointments, api.availability, api.audit, api.deposits]) {
    void cache.invalidateQueries(router.pathFilter())
  }
}

/** What the services ask for, if they ask for a deposit. */
export function usualDepositOf({ services }: Appointment): string | null {
  const asked = services.flatMap((service) =>
    'requires_deposit' in service && service.requires_deposit && service.deposit_amount !== null
      ? [Number(service.deposit_amount)]
      : [],
  )
  return asked.length === 0 ? null : Math.max(...asked).toFixed(2)
}

import { benchSlots } from '@scheduling/availability/bench'

/** What free time costs on a clinic's month, beside a brute force that must find the same. */
export async function runSlots(): Promise<void> {
  await benchSlots()
}

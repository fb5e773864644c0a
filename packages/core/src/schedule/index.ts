import { router } from '../procedure/trpc.ts'
import { addHoliday } from './add-holiday.ts'
import { clearDate } from './clear-date.ts'
import { createBlockedTime } from './create-blocked-time.ts'
import { deleteBlockedTime } from './delete-blocked-time.ts'
import { getHours } from './get-hours.ts'
import { getSchedule } from './get.ts'
import { listBlockedTimes } from './list-blocked-times.ts'
import { listHolidays } from './list-holidays.ts'
import { removeHoliday } from './remove-holiday.ts'
import { setDate } from './set-date.ts'
import { setWeek } from './set-week.ts'

export const schedule = router({
  get: getSchedule,
  getHours,
  setWeek,
  setDate,
  clearDate,
  listHolidays,
  addHoliday,
  removeHoliday,
  listBlockedTimes,
  createBlockedTime,
  deleteBlockedTime,
})

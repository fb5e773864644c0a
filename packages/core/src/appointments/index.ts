import { router } from '../procedure/trpc.ts'
import { cancelAppointment } from './cancel.ts'
import { cancelForClient } from './cancel-for-client.ts'
import { cancelSeries } from './cancel-series.ts'
import { changePrice } from './change-price.ts'
import { changeServices } from './change-services.ts'
import { completeAppointment } from './complete.ts'
import { confirmAppointment } from './confirm.ts'
import { createAppointment } from './create.ts'
import { createSeries } from './create-series.ts'
import { deleteAppointment } from './delete.ts'
import { getAppointment } from './get.ts'
import { listAppointments } from './list.ts'
import { markInvoiced } from './mark-invoiced.ts'
import { markNoShow } from './no-show.ts'
import { rescheduleAppointment } from './reschedule.ts'
import { rescheduleSeries } from './reschedule-series.ts'
import { updateAppointment } from './update.ts'

export const appointments = router({
  list: listAppointments,
  create: createAppointment,
  get: getAppointment,
  update: updateAppointment,
  reschedule: rescheduleAppointment,
  cancel: cancelAppointment,
  cancelForClient,
  confirm: confirmAppointment,
  complete: completeAppointment,
  noShow: markNoShow,
  changeServices,
  changePrice,
  markInvoiced,
  delete: deleteAppointment,
  createSeries,
  rescheduleSeries,
  cancelSeries,
})

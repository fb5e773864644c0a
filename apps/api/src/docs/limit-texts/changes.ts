import { outOfRange, tooLong, tooMany, type Chapter } from './limit-text.ts'

/** Of what the dashboard changes. */
export const CHANGES = {
  weekIntervals: {
    says: 'Intervals in the hours of a week',
    unit: '',
    where: '`schedule.setWeek`',
    beyond: tooMany('intervals'),
  },
  dateIntervals: {
    says: 'Intervals in the hours of one date',
    unit: '',
    where: '`schedule.setDate`',
    beyond: tooMany('intervals'),
  },
  scheduleWindowDays: {
    says: 'Days from `from` to `to`, including both ends',
    unit: 'days',
    where: '`schedule.get`',
    beyond: outOfRange('to'),
  },
  scheduleBlockedTimes: {
    says: 'Blocked times in one answer',
    unit: '',
    where: '`schedule.get`',
    beyond: { instead: 'The rest is left out. `schedule.listBlockedTimes` has them all.' },
  },
  agendaDays: {
    says: 'Days from `from` to `to`, including both ends',
    unit: 'days',
    where: '`appointments.agenda`',
    beyond: outOfRange('to'),
  },
  agendaAppointments: {
    says: 'Appointments in one answer',
    unit: '',
    where: '`appointments.agenda`',
    beyond: { instead: 'The rest is left out. `appointments.list` has them all.' },
  },
  scheduleReachDays: {
    says: 'How far from today hours of dates, holidays and blocked times can be',
    unit: 'days',
    where: 'schedule',
    beyond: outOfRange('date'),
  },
  blockedTimeDays: {
    says: 'Length of blocked time',
    unit: 'days',
    where: '`schedule.createBlockedTime`',
    beyond: outOfRange('end'),
  },
  serviceDurationMinutes: {
    says: 'Maximum `duration_minutes`',
    unit: 'minutes',
    where: 'services',
    beyond: outOfRange('duration_minutes'),
  },
  serviceBufferMinutes: {
    says: 'Maximum `buffer_before_minutes` and `buffer_after_minutes`',
    unit: 'minutes',
    where: 'services',
    beyond: outOfRange('buffer_after_minutes'),
  },
  serviceCapacity: {
    says: 'Maximum `max_capacity`',
    unit: 'seats',
    where: 'services',
    beyond: outOfRange('max_capacity'),
  },
  professionalsPerService: {
    says: 'Professionals that a service names',
    unit: '',
    where: 'services',
    beyond: tooMany('professional_ids'),
  },
  servicesPerProfessional: {
    says: 'Services that a professional names',
    unit: '',
    where: 'professionals',
    beyond: tooMany('service_ids'),
  },
  registryCharacters: {
    says: 'Length of `registry`',
    unit: 'characters',
    where: 'professionals',
    beyond: tooLong('registry'),
  },
  impactDecisions: {
    says: 'Decisions about single appointments in one change',
    unit: '',
    where: 'changes of schedule, services and professionals',
    beyond: tooMany('decisions'),
  },
  impactActions: {
    says: 'Appointments that one change can move or cancel',
    unit: '',
    where: 'changes of schedule, services and professionals',
    beyond: { code: 'action_not_allowed', field: 'appointments', fieldCode: 'too_many' },
  },
  impactAppointments: {
    says: 'Appointments that `impact` lists',
    unit: '',
    where: 'changes of schedule, services and professionals',
    beyond: { instead: 'The rest is left out. `total` counts them all.' },
  },
} satisfies Chapter

import {
  answerMessages,
  applyStatuses,
  CENTRAL_LINES,
  continueClock,
  dropExpired,
  dropOldAudit,
  dropOldCounters,
  dropOldDays,
  dropOldMessages,
  endOverdueOffers,
  expireDeposits,
  expireHolds,
  finishErasures,
  inTime,
  offerFreeTime,
  readBusyCalendars,
  remindClients,
  runQueueTimers,
  sealAddresses,
  sendCentralLine,
  settleDeposits,
  settlePayments,
  wakeClocks,
  sendPasswordReset,
  emitWebhookStatus,
  type Service,
} from '@scheduling/core'
import { makePartitions } from '@scheduling/database/prepare'
import { sweep } from '@scheduling/delivery'
import type { CronItem, Task, WorkerUtils } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import { takeOver } from '../heartbeat.ts'
import type { Mailer } from '../mailer.ts'
import type { MessageLanes } from '../message-lanes.ts'
import { sendMail } from './send-mail.ts'

const MailPayload = z.object({ mail_id: z.int() })
const ClockPayload = z.object({ organization_id: z.int() })
const WaitlistPayload = z.object({ organization_id: z.int() })
const MessagesPayload = z.object({ message_ids: z.array(z.string()) })
const StatusesPayload = z.object({
  organization_id: z.int(),
  statuses: z.array(
    z.object({
      providerId: z.string(),
      messageId: z.string().nullable(),
      status: z.enum(['sent', 'delivered', 'read', 'failed']),
      at: z.number(),
      errorCode: z.string().nullable(),
      errorTitle: z.string().nullable(),
    }),
  ),
})
const LinePayload = z.object({ message_id: z.string(), line: z.enum(CENTRAL_LINES) })
const NoticePayload = z.object({ organization_id: z.int(), deposit_id: z.int() })
const CalendarPayload = z.object({ organization_id: z.int(), professional_id: z.int() })
const ResetPayload = z.object({ email: z.string() })

type Everyday = {
  readonly service: Service
  readonly pool: Pool
  /** The connections with sessions of their own. */
  readonly direct: Pool
  readonly mailer: Mailer
  readonly messages: MessageLanes
  readonly whatsappApiUrl: string
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal
  readonly utils: Pick<WorkerUtils, 'forceUnlockWorkers'>
}

/** All tasks that deliver nothing, by the names of their jobs. */
export function everydayTasks(everyday: Everyday) {
  const { service, pool, direct, mailer, messages, whatsappApiUrl, utils, stopping } = everyday
  return {
    send_mail: (payload) => sendMail(service, pool, mailer, MailPayload.parse(payload).mail_id),
    answer_messages: (payload) =>
      answerMessages(service, MessagesPayload.parse(payload).message_ids),
    central_line: (payload) => {
      const { message_id: messageId, line } = LinePayload.parse(payload)
      return sendCentralLine(service, whatsappApiUrl, { messageId, line })
    },
    message_statuses: async (payload) => {
      const { organization_id: organizationId, statuses } = StatusesPayload.parse(payload)
      await applyStatuses(service, organizationId, statuses)
    },
    sweep_messages: () => messages.sweep(),
    remind: async () => {
      await remindClients(service)
    },
    password_reset: (payload) => sendPasswordReset(service, ResetPayload.parse(payload).email),
    sweep: async () => {
      await takeOver(direct, utils)
      await sweep(service, pool)
    },
    tell_webhooks: async () => {
      await emitWebhookStatus(service)
    },
    queue_timers: async () => {
      await runQueueTimers(service)
    },
    expire_holds: async () => {
      await expireHolds(service)
    },
    end_offers: async () => {
      await endOverdueOffers(service)
    },
    // What frees time names no queue and no shared key, in its own transaction: transactions would wait for each other.
    offer_waitlist: async (payload, { addJob }) => {
      const { organization_id: organizationId } = WaitlistPayload.parse(payload)
      const place = `waitlist:${organizationId}`
      await addJob('offer_in_turn', payload, { queueName: place, jobKey: place, maxAttempts: 3 })
    },
    offer_in_turn: async (payload) => {
      await offerFreeTime(service, WaitlistPayload.parse(payload).organization_id)
    },
    sweep_waitlist: async () => {
      await offerFreeTime(service)
    },
    expire_deposits: async () => {
      await expireDeposits(service, service.payments)
    },
    settle_deposits: async () => {
      await settleDeposits(service, service.payments)
    },
    finish_erasures: async () => {
      await finishErasures(service)
    },
    payment_notice: async (payload) => {
      const { organization_id: organizationId, deposit_id: id } = NoticePayload.parse(payload)
      const settled = settlePayments(service, organizationId, id, service.payments)
      await inTime(settled, service.patience.providerMs)
    },
    read_calendars: async () => {
      await readBusyCalendars(service, null, stopping)
    },
    read_calendar: async (payload) => {
      const { organization_id: organizationId, professional_id: professionalId } =
        CalendarPayload.parse(payload)
      await readBusyCalendars(service, { organizationId, professionalId }, stopping)
    },
    test_clocks: () => wakeClocks(service),
    advance_clock: (payload) => continueClock(service, ClockPayload.parse(payload).organization_id),
    // When it does not get its locks, the next hour tries again.
    make_partitions: () => makePartitions(pool),
    retention: async () => {
      await dropOldDays(service, pool)
      await dropExpired(service, pool)
      await dropOldAudit(service, pool)
      await dropOldMessages(service, pool)
    },
    drop_counters: () => dropOldCounters(pool),
    seal_addresses: async () => {
      const sealed = await sealAddresses(service, pool)
      if (sealed > 0) service.log.info({ webhooks: sealed }, 'addresses were encrypted')
    },
  } satisfies Record<string, Task>
}

/** Tasks that only begin what has slots of its own. */
export function beginningTasks({ messages }: Pick<Everyday, 'messages'>) {
  return {
    send_messages: (payload) => messages.begin(MessagesPayload.parse(payload).message_ids),
  } satisfies Record<string, Task>
}

/**
 * The timetable of everyday tasks, in UTC. Each may run twice or late without harm. Those that ask banks run one after the
 * other: while banks are slow, they must not fill all slots.
 */
export const SCHEDULE: readonly CronItem[] = [
  { task: 'sweep', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'tell_webhooks', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'sweep_messages', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'remind', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'queue_timers', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'expire_holds', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'end_offers', match: '* * * * *', options: { maxAttempts: 3 } },
  // A change that frees time adds its own job. This one finds what has no event: a service offered again, a new morning.
  {
    task: 'sweep_waitlist',
    match: '*/10 * * * *',
    options: { maxAttempts: 3, queueName: 'sweep_waitlist', jobKey: 'sweep_waitlist' },
  },
  {
    task: 'expire_deposits',
    match: '* * * * *',
    options: { maxAttempts: 3, queueName: 'expire_deposits', jobKey: 'expire_deposits' },
  },
  {
    task: 'settle_deposits',
    match: '* * * * *',
    options: { maxAttempts: 3, queueName: 'settle_deposits', jobKey: 'settle_deposits' },
  },
  { task: 'finish_erasures', match: '* * * * *', options: { maxAttempts: 3 } },
  {
    task: 'read_calendars',
    match: '* * * * *',
    options: { maxAttempts: 3, queueName: 'read_calendars', jobKey: 'read_calendars' },
  },
  { task: 'test_clocks', match: '* * * * *', options: { maxAttempts: 3 } },
  { task: 'drop_counters', match: '*/10 * * * *', options: { maxAttempts: 3 } },
  { task: 'seal_addresses', match: '37 * * * *', options: { maxAttempts: 3 } },
  { task: 'make_partitions', match: '7 * * * *', options: { maxAttempts: 3 } },
  {
    task: 'retention',
    match: '23 4 * * *',
    options: { maxAttempts: 3, backfillPeriod: 24 * 3_600_000 },
  },
]

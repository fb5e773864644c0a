/** The tables of the simulation. */
import type { Table } from '../figures.ts'
import { quantile } from '../figures.ts'
import { CLINICS } from './kinds.ts'
import { BOOKINGS, burstOf, BUSIEST, eventsAt, ratesAt, REQUESTS, total } from './rates.ts'
import { bendsOf, summary, type Step } from './step.ts'

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const oneDigit = (value: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const ms = (value: number): string => (Number.isNaN(value) ? '–' : `${whole(value)} ms`)

/** What the model makes of ten thousand clinics. */
export function modelTable(): Table {
  const hour = ratesAt(BUSIEST)
  const minute = ratesAt(BUSIEST, burstOf(BUSIEST))
  const day = whole(BOOKINGS * CLINICS)
  const rows = REQUESTS.map((request) => [
    request,
    oneDigit(hour[request] * CLINICS),
    oneDigit(minute[request] * CLINICS),
  ])
  const [inHour, inMinute] = [eventsAt(BUSIEST), eventsAt(BUSIEST, burstOf(BUSIEST))]
  return {
    head: [
      `10,000 clinics, ${day} bookings on an ordinary day`,
      'busiest hour, a second',
      'busiest minute, a second',
    ],
    rows: [
      ...rows,
      ['all requests', oneDigit(total(hour) * CLINICS), oneDigit(total(minute) * CLINICS)],
      ['events', oneDigit(inHour.events * CLINICS), oneDigit(inMinute.events * CLINICS)],
      [
        'deliveries',
        oneDigit(inHour.deliveries * CLINICS),
        oneDigit(inMinute.deliveries * CLINICS),
      ],
    ],
  }
}

export function stepTable(steps: readonly Step[]): Table {
  return {
    head: [
      'Share',
      'Clinics',
      'Streams',
      'Asked',
      'Answered',
      'p50',
      'p99',
      'Booking p50',
      'Booking p99',
      'Event to endpoint p50',
      'p99',
      'Bends',
    ],
    rows: steps.map((step) => {
      const { answered, p50, p99, lagP50, lagP99 } = summary(step)
      const booking = step.sent.kinds['book']?.waits ?? []
      return [
        `${whole(step.share * 100)} %`,
        whole(step.businesses),
        whole(step.streams),
        `${whole(step.offered)}/s`,
        `${whole(answered)}/s`,
        ms(p50),
        ms(p99),
        ms(quantile(booking, 0.5)),
        ms(quantile(booking, 0.99)),
        ms(lagP50),
        ms(lagP99),
        bendsOf(step).join(', '),
      ]
    }),
  }
}

/** Where the time goes: cores in use by process, and what sessions of the database wait for. */
export function processTable(steps: readonly Step[]): Table {
  return {
    head: [
      'Share',
      'APIs',
      'Workers',
      'PostgreSQL',
      'Pooler, Redis',
      'Load',
      'Others on the machine',
      'Sessions',
      'Active at most',
      'Waiting, on average',
      'WAL',
      'Rows',
      'Sender late by, p99',
    ],
    rows: steps.map((step) => {
      const { cores } = summary(step)
      const of = (...names: readonly string[]): string =>
        Object.entries(cores)
          .reduce(
            (sum, [name, used]) => (names.some((one) => name.startsWith(one)) ? sum + used : sum),
            0,
          )
          .toFixed(2)
      const { seen } = step
      const waits = Object.entries(seen.waits)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, 3)
        .map(([what, mean]) => `${what} ${mean.toFixed(2)}`)
      return [
        `${whole(step.share * 100)} %`,
        of('api'),
        of('worker'),
        of('postgres'),
        of('pooler', 'redis'),
        of('load'),
        (step.seen.others / step.seen.seconds).toFixed(2),
        whole(seen.connections),
        whole(seen.busiest),
        waits.join('; '),
        `${(seen.walBytes / seen.seconds / 1e6).toFixed(1)} MB/s`,
        `${whole(seen.rows / seen.seconds)}/s`,
        ms(step.sent.senderLateMs),
      ]
    }),
  }
}

/** By kind of request. */
export function kindTable({ share, sent }: Step): Table {
  return {
    head: [`At ${whole(share * 100)} %`, 'Answers', 'p50', 'p99', 'Refused'],
    rows: REQUESTS.flatMap((request) => {
      const kind = sent.kinds[request]
      if (kind === undefined) return []
      const refused = Object.entries(kind.statuses)
        .filter(([status]) => Number(status) >= 400 || Number(status) === 0)
        .map(([status, count]) => `${count} × ${status}`)
      return [
        [
          request,
          whole(kind.waits.length),
          ms(quantile(kind.waits, 0.5)),
          ms(quantile(kind.waits, 0.99)),
          refused.join(', '),
        ],
      ]
    }),
  }
}

import { CLINIC_SLUG } from './demo/clinic.ts'
import type { Demo } from './demo/demo.ts'

type Started = {
  readonly baseUrl: string
  /** Null in production, which makes none. */
  readonly demo: DemoMade | null
  readonly allowsLoopbackWebhooks: boolean
  readonly seconds: number
}

type DemoMade = {
  readonly made: Demo
  readonly file: string
  /** A free start of the first service, to book. */
  readonly sample: {
    readonly serviceId: number
    readonly date: string
    readonly start: string
  } | null
}

/** What stands, where, and calls that work as pasted. */
export function announce(say: (line: string) => void, started: Started): void {
  const { baseUrl, demo } = started
  say('')
  say(`Ready in ${started.seconds.toFixed(1)} s.`)
  say(`  API        ${baseUrl}/v1`)
  say(`  Dashboard  ${baseUrl}/app`)
  if (demo !== null) {
    const { email, password } = demo.made.owner
    say(`             sign in as ${email} with ${password}`)
    say(`  Booking    ${baseUrl}/${CLINIC_SLUG}`)
  }
  say(`  Docs       ${baseUrl}/docs`)
  say(`  tRPC       ${baseUrl}/trpc`)
  say('  Worker     running in this process')
  if (demo === null) say('  Demo       none: NODE_ENV is production')
  else say(`  Demo keys  ${demo.file}`)
  if (started.allowsLoopbackWebhooks) {
    say('  Webhooks   may go to http on this machine (development setting ALLOW_LOOPBACK_WEBHOOKS)')
  }
  say('')
  if (demo !== null) {
    tryIt(say, baseUrl, demo)
    tryTestMode(say, baseUrl, demo.made)
  }
  say('Stop with Ctrl-C.')
}

function tryIt(say: (line: string) => void, baseUrl: string, { made, sample }: DemoMade): void {
  const authorization = `-H 'Authorization: Bearer ${made.api_keys.full}'`
  say('Try it:')
  say('')
  say(`curl -s ${authorization} ${baseUrl}/v1/me`)
  say('')
  if (sample === null) {
    say(`curl -s ${authorization} '${baseUrl}/v1/services'`)
    say('')
    say(`curl -s ${authorization} '${baseUrl}/v1/clients?limit=3'`)
  } else {
    say(
      `curl -s ${authorization} '${baseUrl}/v1/availability/slots?service_ids=${sample.serviceId}&date=${sample.date}'`,
    )
    say('')
    const body = {
      service_ids: [sample.serviceId],
      start: sample.start,
      client: { first_name: 'Maria', last_name: 'Silva', phone: '(11) 98765-4321' },
    }
    say(
      `curl -s ${authorization} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${baseUrl}/v1/appointments`,
    )
  }
  say('')
}

/** A test organization, and how its clock is moved an hour ahead. */
function tryTestMode(
  say: (line: string) => void,
  baseUrl: string,
  { test_organization }: Demo,
): void {
  const call = `curl -s -H 'Authorization: Bearer ${test_organization.api_key}'`
  say('A test organization, and its clock an hour ahead: its deposit expires.')
  say('')
  say(`${call} ${baseUrl}/v1/deposits`)
  say('')
  say(
    `${call} -H 'Content-Type: application/json' -d '{"by_minutes": 60}' ${baseUrl}/v1/test-clock/advance`,
  )
  say('')
}

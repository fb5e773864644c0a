/** What a user with the access `professional` is told of a colleague: nothing. */
import { ALLOWED, type Procedure } from '@scheduling/core'
import { expect } from 'vitest'
import { MONDAY } from '../../support/booking.ts'
import { callAs } from '../../support/dashboard.ts'
import { namedFor } from '../../support/document.ts'
import { SECRET } from './colleague.ts'
import { callsOf, goodBody, namesRecords, roomOf } from './procedures.ts'
import type { Property } from './property.ts'

const mayProfessionals = ({ endpoint }: Procedure): boolean =>
  endpoint !== null && (ALLOWED[endpoint.access] as readonly string[]).includes('professional')

export const OF_ACCESSES: readonly Property<Procedure>[] = [
  {
    name: '403 forbidden_scope: with an access that may not, before what is wrong with the input',
    appliesTo: ({ endpoint }) => endpoint !== null && endpoint.access !== 'everybody',
    async check(procedure, { byAccess }) {
      const allowed: readonly string[] = ALLOWED[procedure.endpoint?.access ?? 'owner']
      for (const [access, dashboard] of byAccess) {
        if (allowed.includes(access)) continue
        const wrong = { webhook_id: 1, url: {}, limit: 0 }
        const { status, problem } = await callAs(dashboard, procedure, wrong)
        expect([access, status, problem.code]).toEqual([access, 403, 'forbidden_scope'])
        expect(problem.detail).toMatch(/owner/)
      }
    },
  },
  {
    name: 'an id of a colleague is answered as an id of another organization',
    appliesTo: (procedure) =>
      mayProfessionals(procedure) && procedure.kind !== 'subscription' && namesRecords(procedure),
    async check(procedure, { professional, ours, theirs, colleague }) {
      const mine = namedFor(procedure.name, ours)
      const [strangers, colleagues] = [theirs, colleague].map((ids) =>
        callsOf(procedure, mine, namedFor(procedure.name, ids)),
      )
      const answerTo = async (body: object) => {
        const { status, problem, body: reply } = await callAs(professional, procedure, body)
        const { request_id: _, ...refusal } = problem ?? {}
        return { status, refusal, reply: problem === undefined ? reply : null }
      }
      for (const [index, { field, body }] of (colleagues ?? []).entries()) {
        if (body[field] === undefined) continue
        const stranger = await answerTo(strangers?.[index]?.body ?? {})
        expect([field, await answerTo(body)]).toEqual([field, stranger])
        const isEmpty = stranger.status === 200 && stranger.reply.data?.length === 0
        expect([field, stranger.status, isEmpty || stranger.status >= 400]).toEqual([
          field,
          stranger.status,
          true,
        ])
      }
    },
  },
  {
    name: 'what a professional reads has nothing of a colleague, but who performs which service',
    appliesTo: (procedure) =>
      mayProfessionals(procedure) && procedure.kind === 'query' && roomOf(procedure) !== 'services',
    async check(procedure, { professional, owner, ours, colleague }) {
      const mine = { ...goodBody(procedure, namedFor(procedure.name, ours)), ...OF_THAT_DAY }
      const { status, body } = await callAs(professional, procedure, mine)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(SECRET)
      // That of the owner has it, where it is a list of records.
      if (!TELLS_OF_COLLEAGUES.has(procedure.name)) return
      const theirs = { ...goodBody(procedure, colleague), ...OF_THAT_DAY }
      const all = await callAs(owner, procedure, theirs)
      expect(JSON.stringify(all.body)).toContain(SECRET)
    },
  },
]

/** The day of the colleague's appointment, where days are asked for; others ignore it. */
const OF_THAT_DAY = { from: MONDAY, to: MONDAY }

const TELLS_OF_COLLEAGUES: ReadonlySet<string> = new Set([
  'appointments.list',
  'appointments.agenda',
  'clients.list',
  'professionals.list',
  'queue.listEntries',
  'queue.listDesks',
])

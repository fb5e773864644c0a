/**
 * What a careful team would write by hand for the same answers, with Fastify and `pg`. It has no keys, no limits
 * and no checks.
 */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { answerQuestions } from '../stage/asked-process.ts'
import { referenceDatabase } from './database.ts'
import { addReads } from './reads.ts'
import { addSlots } from './slots.ts'
import { addWrites } from './writes.ts'

export type ReferenceSettings = {
  readonly databaseUrl: string
  readonly organizationId: number
  readonly connections: number
  readonly isPrepared: boolean
}

answerQuestions(async (settings: ReferenceSettings): Promise<number> => {
  const { databaseUrl, connections, isPrepared, organizationId } = settings
  const database = referenceDatabase(databaseUrl, connections, isPrepared)
  const app = fastify({ logger: false })
  for (const add of [addReads, addSlots, addWrites]) add(app, database, organizationId)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
})

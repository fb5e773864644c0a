/** A clinic of any size, written by SQL: to book a million appointments through the API would take hours. */
import { randomBytes } from 'node:crypto'
import { createApiKey, FEATURES, SCOPES } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { Pool } from 'pg'
import type { Secrets } from '@scheduling/test/support/secrets.ts'
import { CLINIC_ROWS, MONTH_ROWS } from './clinic-rows.ts'
import { benchService } from './service.ts'

/** Production refuses secrets that can be guessed. */
export const SECRETS: Secrets = {
  rootSecret: randomBytes(32).toString('base64'),
  encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
}

export type Size = {
  readonly clients: number
  readonly appointments: number
  readonly events: number
}

export const SMALL: Size = { clients: 2000, appointments: 10_000, events: 10_000 }

export type Clinic = {
  readonly organizationId: number
  /** All scopes. */
  readonly key: string
  readonly size: Size
  readonly professionalIds: readonly number[]
  /** 30 minutes, performed by all. */
  readonly serviceId: number
}

/**
 * Open day and night, so that any number of starts is free: 20 professionals, 10 services of 30 minutes. Its
 * appointments are without gaps, and the last ones are next week.
 */
export async function seedClinic(databaseUrl: string, size: Size = SMALL): Promise<Clinic> {
  return seed(databaseUrl, size, async (pool, organizationId) => {
    const { clients, appointments, events } = size
    const counts = { clients, appointments, events, organization: organizationId }
    for (const rows of CLINIC_ROWS) await pool.query(rows(counts))
  })
}

/** A clinic's month: weekdays 09:00–12:00 and 13:00–18:00, and 2,000 appointments in the coming 31 days. */
export async function seedMonth(databaseUrl: string): Promise<Clinic> {
  const size: Size = { clients: 200, appointments: 2000, events: 0 }
  return seed(databaseUrl, size, async (pool, organizationId) => {
    const counts = { ...size, organization: organizationId }
    for (const rows of MONTH_ROWS) await pool.query(rows(counts))
  })
}

async function seed(
  databaseUrl: string,
  size: Size,
  write: (pool: Pool, organizationId: number) => Promise<void>,
): Promise<Clinic> {
  const { db, close } = connect(databaseUrl, { connections: 2, name: 'bench' })
  // The service gives a connection up that is silent for two minutes; a million rows may take longer.
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const service = benchService(db, SECRETS)
  try {
    const organization = await db.organization.create({
      data: {
        name: 'Clínica Aurora',
        slug: 'clinica-aurora',
        timeZone: 'America/Sao_Paulo',
        planName: 'Pro',
        planFeatures: [...FEATURES],
        minAdvanceMinutes: 0,
        maxAdvanceDays: null,
      },
    })
    const key = await createApiKey(db, service, organization, { name: 'Bench', scopes: SCOPES })
    await write(pool, organization.id)
    await pool.query('ANALYZE')
    const ids = async (table: string): Promise<number[]> =>
      (await pool.query<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`)).rows.map(
        ({ id }) => id,
      )
    return {
      organizationId: organization.id,
      key: key.value,
      size,
      professionalIds: await ids('professional'),
      serviceId: (await ids('service'))[0] ?? 0,
    }
  } finally {
    service.sender.close()
    await pool.end()
    await close()
  }
}

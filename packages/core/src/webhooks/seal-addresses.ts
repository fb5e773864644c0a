import { sealField } from '@scheduling/delivery'
import type { Pool } from 'pg'
import type { Service } from '../context.ts'

const AT_A_TIME = 100

/**
 * Encrypts addresses that stand in plain, of webhooks made before addresses were encrypted. One that changes
 * meanwhile is left to that change.
 *
 * @returns how many
 */
export async function sealAddresses(
  { crypto }: Pick<Service, 'crypto'>,
  pool: Pool,
): Promise<number> {
  for (let sealed = 0; ;) {
    const { rows } = await pool.query<{ id: string; url: string }>(
      'SELECT id, url FROM webhook WHERE url IS NOT NULL AND url_sealed IS NULL LIMIT $1',
      [AT_A_TIME],
    )
    const { rowCount } = await pool.query(
      `UPDATE webhook w SET url = NULL, url_sealed = made.sealed
       FROM unnest($1::text[], $2::text[], $3::bytea[]) AS made(id, url, sealed)
       WHERE w.id = made.id AND w.url = made.url AND w.url_sealed IS NULL`,
      [
        rows.map(({ id }) => id),
        rows.map(({ url }) => url),
        rows.map(({ id, url }) => Buffer.from(sealField(crypto, id, 'url', url))),
      ],
    )
    if (rowCount === null || rowCount === 0) return sealed
    sealed += rowCount
  }
}

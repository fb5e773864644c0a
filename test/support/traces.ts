/** Where a database still holds something of a person. */
import type { TestApi } from './api.ts'

const TEXTS = `SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'date')
    AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = to_regclass(quote_ident(c.table_name)))
  ORDER BY 1, 2`

export type StoredColumn = {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Every column that can hold text, plain or encrypted. Partitions are part of their table. */
export async function textColumns(api: Pick<TestApi, 'connection'>): Promise<StoredColumn[]> {
  return (await api.connection.pool.query<StoredColumn>(TEXTS)).rows
}

/** `table.column: word`, for every column that has one of the words, in whatever case. */
export async function tracesOf(
  api: Pick<TestApi, 'connection' | 'service'>,
  words: readonly string[],
): Promise<string[]> {
  const { pool } = api.connection
  const found: string[] = []
  for (const { table, column } of await textColumns(api)) {
    for (const word of words) {
      const { rowCount } = await pool.query(
        `SELECT FROM "${table}" WHERE position(lower($1) IN lower("${column}"::text)) > 0 LIMIT 1`,
        [word],
      )
      if (rowCount !== 0) found.push(`${table}.${column}: ${word}`)
    }
  }
  const kept = await pool.query<{ id: Buffer; body: Buffer }>(
    'SELECT id, body FROM idempotency_receipt WHERE body IS NOT NULL',
  )
  for (const { id, body } of kept.rows) {
    const text = api.service.crypto.open(body, `receipt:${id.toString('hex')}`).toString()
    for (const word of words) {
      if (text.toLowerCase().includes(word.toLowerCase())) {
        found.push(`idempotency_receipt.body, decrypted: ${word}`)
      }
    }
  }
  return found
}

/** Someone whom no other test knows: each value is found nowhere else. */
export function person() {
  const letters = crypto
    .randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .padEnd(6, 'z')
  const digits = String(Math.floor(1e8 + Math.random() * 9e8))
  const [first, last, note, reason] = [
    `Zena${letters}`,
    `Quar${letters}`,
    `latex${letters}`,
    `mudou${letters}`,
  ]
  const phone = `+55119${digits.slice(1)}`
  const email = `mail-${letters}@example.com`
  const [cpf, crm] = [cpfOf(digits), `crm-${letters}`]
  const body = {
    first_name: first,
    last_name: last,
    phone,
    email,
    cpf,
    birth_date: '1971-03-09',
    metadata: { crm },
  }
  return {
    body,
    note,
    reason,
    crm,
    first,
    words: [first, last, phone.slice(3), email, cpf, crm, note, reason],
  }
}

/** Nine digits with their check digits. */
function cpfOf(digits: string): string {
  const checked = (text: string): string => {
    const sum = [...text].reduce(
      (total, digit, place) => total + Number(digit) * (text.length + 1 - place),
      0,
    )
    return text + String(((sum * 10) % 11) % 10)
  }
  return checked(checked(digits))
}

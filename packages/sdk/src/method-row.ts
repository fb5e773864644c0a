/** One method of the API, as the generated table has it. */
export type MethodRow = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/v1`, as in `/clients/{client_id}`. */
  readonly path: string
  /** Accepts `Idempotency-Key`. */
  readonly idempotent?: true
  /** Answers pages. */
  readonly list?: true
  /** Its answer keeps the names of the wire. */
  readonly isOnWire?: true
}

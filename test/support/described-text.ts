/** What PostgreSQL says of a statement before it runs. */
import type { Client, Connection, FieldDef, Submittable } from 'pg'

/** The columns that a text returns. It is parsed, and not executed. */
export function describeText(client: Client, text: string): Promise<readonly FieldDef[]> {
  return new Promise((resolve, reject) => client.query(new Description(text, resolve, reject)))
}

/** `pg` sends it like a query and calls its handlers. */
class Description implements Submittable {
  readonly #text: string
  readonly #resolve: (fields: readonly FieldDef[]) => void
  readonly #reject: (error: Error) => void
  #fields: readonly FieldDef[] = []

  constructor(
    text: string,
    resolve: (fields: readonly FieldDef[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields)
  }
}

/** What the docs are made from. */
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Route } from '../route-table.ts'
import type { Contact } from './contact.ts'

export type Sources = {
  readonly document: () => OpenApiDocument
  readonly routes: readonly Route[]
  readonly publicBaseUrl: string
  readonly contact: Contact
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** What the docs are made from. */
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Route } from '../route-table.ts'

export type Sources = {
  readonly document: () => OpenApiDocument
  readonly routes: readonly Route[]
  readonly publicBaseUrl: string
  /** Epoch milliseconds. */
  readonly now: () => number
}

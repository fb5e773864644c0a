/** Descriptions of the API as files, for the tools that callers use. */
import { JSON_TYPE } from '../idempotency.ts'
import { exampleDays } from '../openapi/example-days.ts'
import { postmanCollection } from './postman.ts'
import type { Sources } from './sources.ts'

export type Download = {
  readonly path: string
  /** Under which a browser saves it. */
  readonly file: string
  readonly title: string
  readonly made: (sources: Sources) => object
}

/** Both are of the same week as the examples of the pages. */
export const DOWNLOADS: readonly Download[] = [
  {
    path: '/docs/openapi.json',
    file: 'scheduling-api.openapi.json',
    title: 'OpenAPI document',
    made: ({ document }) => document(),
  },
  {
    path: '/docs/postman.json',
    file: 'scheduling-api.postman_collection.json',
    title: 'Postman collection',
    made: ({ document, routes, publicBaseUrl, now }) =>
      postmanCollection(document(), routes, exampleDays(now()), publicBaseUrl),
  },
]

/** In a sentence, as Markdown. */
export function downloadLinks(): string {
  return DOWNLOADS.map(({ title, path }) => `[${title}](${path})`).join(', ')
}

export function downloadReply(download: Download, sources: Sources) {
  return {
    contentType: JSON_TYPE,
    body: JSON.stringify(download.made(sources)),
    headers: { 'Content-Disposition': `attachment; filename="${download.file}"` },
  }
}

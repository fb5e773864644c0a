export {
  checkSize,
  checkTemplate,
  previewTemplate,
  type CheckContext,
  type TemplatePreview,
} from './check-template.ts'
export type { RenderedTemplate, TemplateContext } from './compose-request.ts'
export type { KnownEvent } from './event-names.ts'
export { addQuery, renderTemplate, type RenderOutcome } from './render-template.ts'
export {
  TEMPLATE_CONTENT_TYPES,
  TEMPLATE_METHODS,
  type TemplateError,
  type TemplateErrorCode,
  type WebhookTemplate,
} from './template.ts'
export { threadStopwatch, type Stopwatch } from './stopwatch.ts'

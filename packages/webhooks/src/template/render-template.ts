import { checkShape } from './check-template.ts'
import { composeRequest, type RenderedTemplate, type TemplateContext } from './compose-request.ts'
import { describeFault, type WebhookTemplate } from './template.ts'

/** `code` is the delivery's `error_code`; `message` names the field and holds no event data. */
export type RenderOutcome =
  | { ok: true; rendered: RenderedTemplate }
  | { ok: false; code: 'template_error' | 'result_too_large'; message: string }

/**
 * The request of one delivery. The template is checked again from its text: what was saved under
 * older rules, or changed behind our back, does not run. A failure is final for the delivery.
 */
export function renderTemplate(template: WebhookTemplate, context: TemplateContext): RenderOutcome {
  const [misshapen] = checkShape(template)
  if (misshapen !== undefined) {
    return { ok: false, code: 'template_error', message: misshapen.message }
  }
  const { rendered, faults } = composeRequest(template, context, null)
  if (rendered !== null) return { ok: true, rendered }
  const [first] = faults
  if (first === undefined) throw new Error('a template that did not render has no fault')
  const code = first.fault.code === 'result_too_large' ? 'result_too_large' : 'template_error'
  return { ok: false, code, message: `${first.field}: ${describeFault(first.fault)}` }
}

/** The address with the rendered parameters after those it has, which stay as they are written. */
export function addQuery(url: string, query: Readonly<Record<string, string>>): string {
  if (Object.keys(query).length === 0) return url
  const address = new URL(url)
  const added = new URLSearchParams(query).toString()
  address.search = address.search === '' ? added : `${address.search}&${added}`
  return address.href
}

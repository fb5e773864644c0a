/** What every part of the form gets. */
import type { UseFormReturnType } from '@mantine/form'
import type { WebhookValues } from './values.ts'

export type WebhookFormPart = { readonly form: UseFormReturnType<WebhookValues> }

/** What the form or the service says about a field, such as `headers.X-Team`. */
export function faultAt(form: WebhookFormPart['form'], field: string): string | null {
  const fault = form.errors[field]
  return typeof fault === 'string' ? fault : null
}

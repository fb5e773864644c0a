/** The form is longer than a screen: what has to be corrected, or was refused, comes into view. */
export function showFault(form: HTMLElement | null): void {
  const fault = form?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-fault], [role="alert"]',
  )
  if (fault === null || fault === undefined) return
  fault.scrollIntoView({ block: 'center' })
  fault.focus({ preventScroll: true })
}

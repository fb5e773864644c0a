/** The nonce by which the content security policy lets styles in that are made while the page runs. */
export function styleNonce(): string {
  const place = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return place?.nonce ?? ''
}

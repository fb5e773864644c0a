/** The nonce by which the content security policy lets styles in that are made while the page runs. */
export function styleNonce(): string {
  const place = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return place?.nonce ?? ''
}

/** Where a library below the components looks for it, which keeps the page from scrolling under a dialog. */
export function tellNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}

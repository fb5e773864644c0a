/** The `code` of a DNS, socket or TLS error (`ENOTFOUND`, `ECONNRESET`, …), or an empty text. */
export function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && typeof error.code === 'string' ? error.code : ''
}

/** The headers of every page, for browsers and search engines. */

type Kind = {
  /** SHA-256 of each style in the page, in base64. */
  readonly styles: readonly string[]
  readonly isListed: boolean
  readonly isEmbedded: boolean
  readonly mayBeKept: boolean
}

/** Nothing from elsewhere runs, is shown or is told; no page but the embedded one stands in a frame. */
export function headersOf(kind: Kind): Record<string, string> {
  const styles = kind.styles.map((hash) => `'sha256-${hash}'`).join(' ')
  const policy = [
    "default-src 'none'",
    `style-src ${styles}`,
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${kind.isEmbedded ? '*' : "'none'"}`,
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': kind.mayBeKept ? 'private, no-cache' : 'no-store',
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    ...(kind.isEmbedded ? FRAMED : { 'X-Frame-Options': 'DENY' }),
    ...(kind.isListed ? {} : { 'X-Robots-Tag': 'noindex, nofollow' }),
  }
}

/** Sites that isolate themselves show no frame that does not do the same. */
const FRAMED = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** The cookies of a browser: what it sent, and how to change it. */
export type Cookies = {
  readonly session: Cookie
  /** See `device.ts`. */
  readonly device: Cookie
}

export type Cookie = {
  /** Null when the browser sent none. */
  readonly value: string | null
  set(value: string, expiresAt: Date): void
  clear(): void
}

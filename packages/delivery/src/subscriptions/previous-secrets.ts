/** A signing secret from before a rotation, as it is stored. */
export type PreviousSecret<Sealed extends Uint8Array = Uint8Array<ArrayBuffer>> = {
  readonly sealed: Sealed
  /** Until then, deliveries are signed with it too. */
  readonly expiresAt: Date
}

/**
 * The previous secrets that still sign.
 *
 * @param sealed newest first
 * @param expireAt of each, in the same order
 * @returns newest first
 */
export function livingSecrets<Sealed extends Uint8Array>(
  sealed: readonly Sealed[],
  expireAt: readonly Date[],
  now: number,
): PreviousSecret<Sealed>[] {
  return sealed.flatMap((one, place) => {
    const expiresAt = expireAt[place]
    return expiresAt !== undefined && expiresAt.getTime() > now ? [{ sealed: one, expiresAt }] : []
  })
}

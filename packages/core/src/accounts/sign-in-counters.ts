/** How the door counts sign-ins, across processes. Each answer is the seconds to wait, 0 when there is no need. */
export type SignInCounters = {
  /** Counts an attempt of the address that calls. */
  countAttempt(): Promise<number>
  /** @param whose an account, or a browser's part of it; never an e-mail as it was typed */
  lookAtFailures(whose: string): Promise<number>
  /** Counts one before its password is looked at: so many at once can't all be let through. */
  countFailure(whose: string): Promise<number>
  /** There was a success. */
  forgetFailures(whose: string): Promise<void>
}

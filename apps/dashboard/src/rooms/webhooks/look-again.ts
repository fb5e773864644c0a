/** No event tells how a delivery ended: while the page is shown, it is polled. */
const LOOK_AGAIN_MS = 3000

/** For `refetchInterval`. What was refused is asked again by hand, or when the service is back. */
export function lookAgain({
  state,
}: {
  readonly state: { readonly status: string }
}): number | false {
  return state.status === 'error' ? false : LOOK_AGAIN_MS
}

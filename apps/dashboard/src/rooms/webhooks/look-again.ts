/** No event tells how a delivery ended: while somebody looks, it is asked. Milliseconds. */
export const LOOK_AGAIN_MS = 3000

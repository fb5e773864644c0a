/**
 * Such as `4:12`: minutes and seconds.
 *
 * @param ms that are left; a second that has begun counts
 */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

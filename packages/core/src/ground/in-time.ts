const SLICES = 5

export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/**
 * The answer, or a rejection with `OutOfTime` when it stays out.
 *
 * The time is waited in slices, because a process that was itself held up must not blame the work: however
 * long it was, it costs one slice, and what arrived meanwhile is still read.
 */
export function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(new OutOfTime(`No answer in ${timeoutMs} ms.`))
    let left = SLICES
    let timer = setTimeout(wait, timeoutMs / SLICES)
    function wait(): void {
      left -= 1
      timer = left > 0 ? setTimeout(wait, timeoutMs / SLICES) : setTimeout(expire, 0)
    }
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Processes of a bench that answer questions: what they do costs neither the service nor the bench. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export type AskedProcess<Question, Answer> = {
  readonly pid: number
  /** Questions are answered one at a time. @throws what the process says when it cannot, or when it has ended */
  ask(question: Question): Promise<Answer>
  /** Ends it at once. */
  kill(): Promise<void>
}

type Reply<Answer> = { readonly answer: Answer } | { readonly fault: string }

/** @param main the file that calls `answerQuestions` */
export function askedProcess<Question extends object, Answer>(
  main: URL,
): AskedProcess<Question, Answer> {
  const child = fork(main, { serialization: 'advanced' })
  const exited = once(child, 'exit')
  let last: Promise<unknown> = Promise.resolve()
  const put = (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error(`${main.pathname.split('/').at(-1)} has ended.`))
      child.once('exit', gone)
      child.once('message', (message) => {
        child.off('exit', gone)
        const reply = message as Reply<Answer>
        if ('answer' in reply) resolve(reply.answer)
        else reject(new Error(reply.fault))
      })
      child.send(question, (error) => {
        if (error !== null) reject(error)
      })
    })
  return {
    pid: child.pid ?? 0,
    ask(question) {
      const answer = last.then(() => put(question))
      last = answer.catch(() => undefined)
      return answer
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The other side: answers every question, and ends with the process that asks. */
export function answerQuestions<Question, Answer>(
  reply: (question: Question) => Promise<Answer>,
): void {
  process.on('message', (question) => {
    reply(question as Question).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) =>
        process.send?.({ fault: error instanceof Error ? error.message : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}

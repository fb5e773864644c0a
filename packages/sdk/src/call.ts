/** What a method gives back: a promise of the data, and for lists the way to every page. */
import type { Page } from './api-records.ts'
import { SchedulingError } from './errors.ts'
import type { Answer } from './send.ts'

/** A promise of the data. The request is under way already. */
export class Call<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answer: Promise<Answer<Data>>

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer
  }

  /** The data with the answer that it came in. */
  withResponse(): Promise<Answer<Data>> {
    return this.#answer
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaited is what it is for
  then<Result = Data, Refused = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Refused | PromiseLike<Refused>) | null,
  ): Promise<Result | Refused> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<Refused = never>(
    onRejected?: ((reason: unknown) => Refused | PromiseLike<Refused>) | null,
  ): Promise<Data | Refused> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#answer.then(({ data }) => data).finally(onFinally)
  }
}

/** Awaited, the first page. With `for await`, every record of every page; one page is held at a time. */
export class ListCall<Item, One extends Page<Item> = Page<Item>>
  extends Call<One>
  implements AsyncIterable<Item>
{
  readonly #next: (cursor: string) => Promise<Answer<One>>

  /** @param next asks for the page at a cursor, with everything else as it was */
  constructor(first: Promise<Answer<One>>, next: (cursor: string) => Promise<Answer<One>>) {
    super(first)
    this.#next = next
  }

  /** Every page, from the first one. */
  async *pages(): AsyncGenerator<One, void, undefined> {
    let { data: page } = await this.withResponse()
    for (;;) {
      yield page
      const cursor = page.nextCursor
      if (cursor === null) return
      ;({ data: page } = await this.#next(cursor))
      if (page.nextCursor === cursor) {
        throw new SchedulingError('unexpected_answer', 'A page names itself as the next one.')
      }
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }
}

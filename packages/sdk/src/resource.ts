/** Methods that are made from rows of the generated table. */
import type { Page } from './api-records.ts'
import { Call, ListCall } from './call.ts'
import type { MethodRow } from './method-row.ts'
import type { OnceOptions, Settings } from './options.ts'
import { requestOf } from './request.ts'
import { send, type Answer } from './send.ts'

type Input = Readonly<Record<string, unknown>>

/** One method for each row: it takes the ids of the path, the input and the options of the call. */
export function methodsOf(
  settings: Settings,
  rows: Readonly<Record<string, MethodRow>>,
): Record<string, (...given: readonly unknown[]) => Call<unknown>> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, methodOf(settings, row)]),
  )
}

function methodOf(settings: Settings, row: MethodRow) {
  const idCount = row.path.split('{').length - 1
  return (...given: readonly unknown[]): Call<unknown> => {
    const ids = given.slice(0, idCount)
    // The generated types of the method say so.
    const [input = {}, options = {}] = given.slice(idCount) as [Input?, OnceOptions?]
    const asked = async (more: Input) =>
      send(settings, row, requestOf(row, ids, { ...input, ...more }, settings.root), options)
    if (row.list !== true) return new Call(asked({}))
    const page = (more: Input) => asked(more) as Promise<Answer<Page<unknown>>>
    return new ListCall(page({}), (cursor) => page({ cursor }))
  }
}

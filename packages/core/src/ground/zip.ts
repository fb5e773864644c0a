export type ZippedFile = {
  readonly name: string
  readonly text: AsyncIterable<string>
}

/**
 * A ZIP of files that are made while they are read: nothing is made before it is asked for, and as much is in memory
 * as one piece of text takes.
 */
export async function* zipped(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate')
  let ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, piece) => {
    if (error === null) ready.push(piece)
    else failure = error
  })
  function* taken(): Generator<Uint8Array> {
    if (failure !== null) throw failure
    const pieces = ready
    ready = []
    yield* pieces
  }
  for (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const piece of text) {
      file.push(Buffer.from(piece))
      yield* taken()
    }
    file.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ArchiveWriter, DamagedArchive, readArchive } from './tar.ts'

const FILES: Record<string, Buffer> = {
  empty: Buffer.alloc(0),
  block: Buffer.alloc(512, 'b'),
  'folder/long': Buffer.alloc(70_001, 'l'),
}

async function* chunked(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += size)
    yield await Promise.resolve(content.subarray(from, from + size))
}

async function archive(): Promise<Buffer> {
  const writer = new ArchiveWriter()
  const parts: Buffer[] = [...writer.folder('folder/')]
  for (const [name, content] of Object.entries(FILES))
    for await (const part of writer.entry({ name, size: content.length }, chunked(content, 1000)))
      parts.push(part)
  return Buffer.concat([...parts, ...writer.end()])
}

async function read(bytes: Buffer, chunk = 777): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, content } of readArchive(chunked(bytes, chunk))) {
    const hash = createHash('sha256')
    for await (const part of content) hash.update(part)
    found[name] = hash.digest('hex')
  }
  return found
}

describe('an archive', () => {
  it('is read as it was written, in chunks of any size', async () => {
    const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    const expected = {
      'folder/': sum(Buffer.alloc(0)),
      ...Object.fromEntries(Object.entries(FILES).map(([name, content]) => [name, sum(content)])),
    }
    const bytes = await archive()
    for (const chunk of [1, 511, 512, 513, 65_536])
      expect(await read(bytes, chunk)).toEqual(expected)
  })

  it('is refused wherever it is cut off, and whatever bit of it is changed', async () => {
    const bytes = await archive()
    const end = bytes.length - 1024 // the two empty blocks at the end say nothing
    for (let cut = 0; cut < end - 512; cut += 509)
      await expect(read(bytes.subarray(0, cut))).rejects.toThrow(DamagedArchive)
    for (let at = 3; at < end - 512; at += 997) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(read(changed, 65_536), `changed at ${at}`).rejects.toThrow()
    }
  })

  it('holds no file that grew or shrank while it was written', async () => {
    const writer = new ArchiveWriter()
    const entry = writer.entry({ name: 'a', size: 3 }, chunked(Buffer.from('ab'), 1))
    const readAll = async (): Promise<void> => {
      for await (const part of entry) expect(part.length).toBeGreaterThan(0)
    }
    await expect(readAll()).rejects.toThrow('a has 2 bytes, and 3 were announced.')
  })
})

/**
 * Writes Prisma's client into `src/generated` from `schema/*.prisma`, without the network.
 *
 * `prisma generate` wants to see a schema-engine binary, which it would download, although generating
 * never runs it. Naming any executable satisfies it, so it gets the Node that runs this file.
 *
 * Does nothing when the client was already made from this schema by this Prisma; `--force` makes it anyway.
 * Prints one line; on failure Prisma's own report, and exit code 1.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const here = import.meta.dirname
const require = createRequire(import.meta.url)
const stampFile = path.join(here, 'src/generated/made-from.txt')

/** What the client is made from: Prisma's version, this file, and every schema file, by name and content. */
function fingerprint(): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(require.resolve('prisma/package.json')))
  hash.update(readFileSync(import.meta.filename))
  const schemaFolder = path.join(here, 'schema')
  for (const name of readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.prisma')) continue
    hash.update(`\0${name}\0`).update(readFileSync(path.join(schemaFolder, name)))
  }
  return hash.digest('hex')
}

/**
 * Prisma's compiler of queries is a WebAssembly program in a text of four megabytes, which a process would hold twice for
 * as long as it lives. It goes into a file of its own, which is read once.
 */
async function unpackCompiler(): Promise<void> {
  const folder = path.join(here, 'src/generated/internal')
  const file = path.join(folder, 'class.ts')
  const text = readFileSync(file, 'utf8')
  const loading =
    /const \{ wasm \} = await import\("([^"]+)"\)\s+return await decodeBase64AsWasm\(wasm\)/
  const [found, name = ''] = loading.exec(text) ?? []
  if (found === undefined)
    throw new Error('The generated client loads its compiler in another way.')
  const { wasm } = (await import(name)) as { readonly wasm: string }
  writeFileSync(path.join(folder, 'compiler.wasm'), Buffer.from(wasm, 'base64'))
  const reading = `const { readFile } = await import('node:fs/promises')
    return new WebAssembly.Module(await readFile(new URL('compiler.wasm', import.meta.url)))`
  writeFileSync(file, text.replace(found, reading))
  // A text with one wide letter takes two bytes for each letter in memory.
  for (const name of ['class.ts', 'prismaNamespace.ts']) {
    const wide = readFileSync(path.join(folder, name), 'utf8')
    const narrow = wide.replaceAll(
      /[^\u0000-\u00FF]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    writeFileSync(path.join(folder, name), narrow)
  }
}

const wanted = fingerprint()
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted

if (isCurrent && !process.argv.includes('--force')) {
  console.log('Prisma client is up to date.')
} else {
  const prisma = spawnSync(
    process.execPath,
    [require.resolve('prisma/build/index.js'), 'generate', '--no-hints'],
    {
      cwd: here,
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  )
  if (prisma.status === 0) {
    await unpackCompiler()
    writeFileSync(stampFile, wanted)
    console.log('Prisma client generated.')
  } else {
    process.stderr.write(`${prisma.stdout ?? ''}${prisma.stderr ?? ''}`)
    console.error(prisma.error?.message ?? 'The Prisma client could not be generated.')
    process.exitCode = 1
  }
}

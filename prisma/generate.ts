/**
 * Writes Prisma's client, and the columns of every table, into `src/generated` from `schema/*.prisma`, without the network and without Prisma's command
 * line, whose studio and programs would be most of what is installed.
 *
 * Does nothing when the client was already made from this schema by this Prisma; `--force` makes it anyway.
 * Prints one line; on failure what is wrong with the schema, and exit code 1.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { tablesOf } from './generate-tables.ts'

const here = import.meta.dirname
const folder = path.join(here, 'src/generated')
const stampFile = path.join(folder, 'made-from.txt')
const require = createRequire(import.meta.url)

/** What the client is made from: Prisma's version, this file, and every schema file, by name and content. */
function fingerprint(): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(path.join(here, 'package.json')))
  hash.update(readFileSync(import.meta.filename))
  hash.update(readFileSync(path.join(here, 'generate-tables.ts')))
  const schemaFolder = path.join(here, 'schema')
  for (const name of readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.prisma')) continue
    hash.update(`\0${name}\0`).update(readFileSync(path.join(schemaFolder, name)))
  }
  return hash.digest('hex')
}

async function generate(): Promise<void> {
  // What they have for `import` names files that do not exist.
  const {
    PrismaClientTsGenerator,
  }: typeof import('@prisma/client-generator-ts') = require('@prisma/client-generator-ts')
  const {
    enginesVersion,
  }: typeof import('@prisma/engines-version') = require('@prisma/engines-version')
  const {
    getDMMF,
    loadSchemaContext,
    mergeSchemas,
  }: typeof import('@prisma/internals') = require('@prisma/internals')

  const schema = await loadSchemaContext({
    schemaPath: { cliProvidedPath: path.join(here, 'schema') },
    printLoadMessage: false,
  })
  const [generator] = schema.generators
  if (generator === undefined) throw new Error('The schema has no generator.')
  rmSync(folder, { recursive: true, force: true })
  const dmmf = await getDMMF({ datamodel: schema.schemaFiles })
  await new PrismaClientTsGenerator().generate({
    generator: { ...generator, output: { fromEnvVar: null, value: folder } },
    otherGenerators: [],
    schemaPath: schema.schemaPath,
    datamodel: mergeSchemas({ schemas: schema.schemaFiles }),
    datasources: schema.datasources,
    dmmf,
    version: enginesVersion.split('.').at(-1) ?? '',
  })
  writeFileSync(path.join(folder, 'tables.ts'), tablesOf(dmmf.datamodel))
  await unpackCompiler()
}

/**
 * Prisma's compiler of queries is a WebAssembly program in a text of four megabytes, which a process would hold twice for
 * as long as it lives. It goes into a file of its own, which is read once.
 */
async function unpackCompiler(): Promise<void> {
  const internal = path.join(folder, 'internal')
  const file = path.join(internal, 'class.ts')
  const text = readFileSync(file, 'utf8')
  const loading =
    /const \{ wasm \} = await import\("([^"]+)"\)\s+return await decodeBase64AsWasm\(wasm\)/
  const [found, name = ''] = loading.exec(text) ?? []
  if (found === undefined)
    throw new Error('The generated client loads its compiler in another way.')
  const { wasm } = (await import(name)) as { readonly wasm: string }
  writeFileSync(path.join(internal, 'compiler.wasm'), Buffer.from(wasm, 'base64'))
  const reading = `const { readFile } = await import('node:fs/promises')
    return new WebAssembly.Module(await readFile(new URL('compiler.wasm', import.meta.url)))`
  writeFileSync(file, text.replace(found, reading))
  // A text with one wide letter takes two bytes for each letter in memory.
  for (const name of ['class.ts', 'prismaNamespace.ts']) {
    const wide = readFileSync(path.join(internal, name), 'utf8')
    const narrow = wide.replaceAll(
      /[\u0100-\uFFFF]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    writeFileSync(path.join(internal, name), narrow)
  }
}

const wanted = fingerprint()
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted

if (isCurrent && !process.argv.includes('--force')) {
  console.log('Prisma client is up to date.')
} else {
  try {
    await generate()
    writeFileSync(stampFile, wanted)
    console.log('Prisma client generated.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error('The Prisma client could not be generated.')
    process.exitCode = 1
  }
}

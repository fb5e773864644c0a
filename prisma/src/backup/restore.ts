import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import { findBinaries } from '../embedded-postgres/binaries.ts'
import {
  databaseUrl,
  NAME,
  readAccessFile,
  restoreOwnership,
} from '../embedded-postgres/cluster.ts'
import { lockDirectory } from '../embedded-postgres/directory-lock.ts'
import { stopLeftoverServer } from '../embedded-postgres/leftover-server.ts'
import { findPlace, makeFolder, type Place } from '../embedded-postgres/place.ts'
import { messageOf } from '../embedded-postgres/problem.ts'
import { freePort, startServer } from '../embedded-postgres/server.ts'
import { isRoot } from '../embedded-postgres/system-user.ts'
import {
  BackupError,
  checkedManifest,
  CLUSTER,
  FILES_BESIDE,
  MANIFEST,
  type Manifest,
} from './manifest.ts'
import { finishSwap, REPLACED, RESTORED, swapIn } from './swap.ts'
import { DamagedArchive, readArchive } from './tar.ts'

/**
 * Replaces the embedded database of this folder, with its keys, by that of a backup. Nothing of it is touched before the
 * backup has been read whole and a server has run on it. Until the next restore, what was there stays beside it.
 *
 * @param tell takes lines for the person who asked
 * @throws {EmbeddedPostgresError} saying what to do; all is as it was then
 */
export async function restoreBackup(
  folder: string,
  file: string,
  tell: (line: string) => void,
): Promise<{ manifest: Manifest; replaced: string | null }> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const dataDirectory = makeFolder(folder)
  const lock = lockDirectory(dataDirectory)
  try {
    const place = findPlace(dataDirectory, findBinaries(), tell)
    await stopLeftoverServer(place.cluster, tell)
    const wasUnderWay = await finishSwap(dataDirectory, place.cluster)
    // Going on would delete what it replaced.
    if (wasUnderWay)
      throw new BackupError(
        `The restore that was broken off is finished now. What it replaced is in ${place.cluster + REPLACED}. ` +
          'To restore another backup, run the command again.',
      )
    try {
      const manifest = await extract(file, dataDirectory, place)
      giveBeside(dataDirectory)
      tell(`The backup of ${manifest.made_at} is whole. Trying it.`)
      await tried(dataDirectory, place)
      await swapIn(dataDirectory, place.cluster, manifest.files)
      const replaced = place.cluster + REPLACED
      return { manifest, replaced: existsSync(replaced) ? replaced : null }
    } catch (error) {
      await finishSwap(dataDirectory, place.cluster)
      throw error
    }
  } finally {
    lock.release()
  }
}

async function extract(file: string, dataDirectory: string, place: Place): Promise<Manifest> {
  let manifest: Manifest | undefined
  try {
    // Errors of the file and of decompression come out of the iteration.
    const bytes = pipelineOf(file)
    for await (const { name, content } of readArchive(bytes)) {
      if (manifest === undefined) {
        if (name !== MANIFEST) throw new DamagedArchive('it does not begin with its manifest')
        manifest = checkedManifest(await textOf(content), place.binaries.release)
      } else {
        await put(name, content, dataDirectory, place.cluster + RESTORED)
      }
    }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw new BackupError(`${file} can't be restored: ${messageOf(cause)}.`, { cause })
  }
  if (manifest === undefined) throw new BackupError(`${file} can't be restored: it is empty.`)
  return manifest
}

async function* pipelineOf(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip()
  const ended = pipeline(createReadStream(file), unpacked)
  ended.catch((error: Error) => unpacked.destroy(error))
  for await (const chunk of unpacked) yield chunk as Buffer // a stream of bytes yields nothing else
}

const MAX_MANIFEST_BYTES = 64 * 1024

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of content) {
    text += chunk.toString('utf8')
    if (text.length > MAX_MANIFEST_BYTES) throw new DamagedArchive('its manifest is too long')
  }
  return text
}

/** Puts one entry beside what it will replace. Its name may be anything: it leads into the folder of the database or nowhere. */
async function put(
  name: string,
  content: AsyncIterable<Buffer>,
  dataDirectory: string,
  cluster: string,
): Promise<void> {
  const isBeside = FILES_BESIDE.some((file) => file === name)
  const parts = name.split('/')
  if (!isBeside && (!name.startsWith(CLUSTER) || parts.includes('..') || parts.includes('.')))
    throw new DamagedArchive(`it holds ${name}, which has no place`)
  const target = isBeside
    ? path.join(dataDirectory, name + RESTORED)
    : path.join(cluster, name.slice(CLUSTER.length))
  if (name.endsWith('/')) {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    for await (const chunk of content) throw new DamagedArchive(`${name} has ${chunk.length} bytes`)
    return
  }
  await pipeline(
    Readable.from(content),
    createWriteStream(target, { mode: 0o600, flush: isBeside }),
  )
}

/** The files beside belong to whom the folder belongs to, though root restores them. */
function giveBeside(dataDirectory: string): void {
  if (!isRoot) return
  const { uid, gid } = statSync(dataDirectory)
  for (const name of FILES_BESIDE) {
    const file = path.join(dataDirectory, name + RESTORED)
    if (existsSync(file)) chownSync(file, uid, gid)
  }
}

/** Runs a server on it until it has replayed its log, and asks it something. It also writes all of it to the disk. */
async function tried(dataDirectory: string, place: Place): Promise<void> {
  const restored = { ...place, cluster: place.cluster + RESTORED }
  restoreOwnership(restored.cluster, place.user)
  const access = path.join(dataDirectory, `postgres-access.json${RESTORED}`)
  const port = await freePort()
  const logFile = path.join(dataDirectory, 'postgres.log')
  try {
    const server = await startServer(restored, { port, logFile, isDurable: true })
    try {
      const { password } = readAccessFile(readFileSync(access, 'utf8'))
      const client = new Client({ connectionString: databaseUrl(password, port, NAME) })
      await client.connect()
      try {
        await client.query('SELECT count(*) FROM pg_class')
      } finally {
        await client.end()
      }
    } finally {
      await server.stop()
    }
  } catch (cause) {
    throw new BackupError(`The database of the backup does not start: ${messageOf(cause)}`, {
      cause,
    })
  }
}

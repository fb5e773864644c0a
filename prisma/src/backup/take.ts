import { createWriteStream, existsSync, statSync } from 'node:fs'
import { link, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { databaseUrl, NAME, readAccess } from '../embedded-postgres/cluster.ts'
import { placeNote } from '../embedded-postgres/place.ts'
import { DirectoryInUseError, messageOf, systemErrorCode } from '../embedded-postgres/problem.ts'
import {
  BackupError,
  CLUSTER,
  FILES_BESIDE,
  MANIFEST,
  PLATFORM,
  type Manifest,
} from './manifest.ts'
import { ArchiveWriter } from './tar.ts'

/**
 * Writes a backup of the embedded database of this folder into one file that only this user can read. A database that is
 * in use goes on; one that is not is started for as long as it takes.
 *
 * @param file must not exist
 * @throws {BackupError} saying what to do; there is no file then
 */
export async function takeBackup(
  dataDirectory: string,
  file: string,
  now: () => number,
): Promise<{ manifest: Manifest; bytes: number }> {
  if (existsSync(file)) throw new BackupError(`${file} exists. Name another file.`)
  if (!existsSync(path.join(dataDirectory, 'postgres')) && !existsSync(placeNote(dataDirectory)))
    throw new BackupError(`There is no embedded database in ${path.resolve(dataDirectory)}.`)
  const server = await runningServer(dataDirectory)
  // Of this process alone, and new: the maker of an older one could read ours.
  const partial = `${file}.${process.pid}.partial`
  let isOurs = false
  try {
    const client = new Client({ connectionString: server.url, application_name: 'backup' })
    client.on('error', () => undefined) // the query under way says it
    await client.connect()
    try {
      const manifest = await manifestOf(client, dataDirectory, now)
      await pipeline(
        archive(client, dataDirectory, manifest),
        createGzip({ level: 1 }),
        createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }).once('open', () => {
          isOurs = true
        }),
      )
      await name(partial, file)
      return { manifest, bytes: statSync(file).size }
    } finally {
      await client.end()
    }
  } catch (cause) {
    if (isOurs) await rm(partial, { force: true })
    throw new BackupError(`The backup failed: ${messageOf(cause)}`, { cause })
  } finally {
    await server.stop()
  }
}

/** Gives it its name, unless another file has that by now. */
async function name(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST')
      throw new BackupError(`${file} exists by now.`, { cause: error })
    // Some file systems have no links.
    return rename(partial, file)
  }
  await rm(partial)
}

/** The server of the folder, of any process. */
async function runningServer(
  dataDirectory: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    return await startEmbeddedPostgres({ dataDirectory })
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    const { password, port } = readAccess(dataDirectory)
    if (port === undefined) throw error
    return { url: databaseUrl(password, port, NAME), stop: () => Promise.resolve() }
  }
}

async function manifestOf(
  client: Client,
  dataDirectory: string,
  now: () => number,
): Promise<Manifest> {
  const one = async (sql: string): Promise<string | null> =>
    (await client.query<{ value: string | null }>(`SELECT (${sql}) AS value`)).rows[0]?.value ??
    null
  const hasHistory = await one(`to_regclass('_prisma_migrations')::text`)
  return {
    format: 1,
    made_at: new Date(now()).toISOString(),
    postgres: (await one(`split_part(current_setting('server_version'), ' ', 1)`)) ?? '',
    platform: PLATFORM,
    schema:
      hasHistory === null
        ? null
        : await one(
            'SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL',
          ),
    files: FILES_BESIDE.filter((name) => existsSync(path.join(dataDirectory, name))),
  }
}

/**
 * The parts of a physical base backup, in the order in which they must be read: the files between `pg_backup_start` and
 * `pg_backup_stop`, however they change meanwhile, and then the log from which the start makes them agree.
 */
async function* archive(
  client: Client,
  dataDirectory: string,
  manifest: Manifest,
): AsyncGenerator<Buffer> {
  const writer = new ArchiveWriter()
  const text = (name: string, value: string) => {
    const content = Buffer.from(value)
    return writer.entry({ name, size: content.length }, once(content))
  }
  yield* text(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of manifest.files) yield* fileOf(writer, path.join(dataDirectory, name), name)

  const { cluster, begin } = await beginOnServer(client)
  yield* treeOf(writer, cluster, '')
  // Last of them, as it says where the others stand.
  yield* fileOf(writer, path.join(cluster, CONTROL), CLUSTER + CONTROL)
  const { label, segments } = await endOnServer(client, cluster, begin)
  for (const name of segments)
    yield* fileOf(writer, path.join(cluster, 'pg_wal', name), `${CLUSTER}pg_wal/${name}`)
  yield* text(`${CLUSTER}backup_label`, label)
  yield* writer.end()
}

const CONTROL = 'global/pg_control'

async function beginOnServer(client: Client): Promise<{ cluster: string; begin: string }> {
  const { rows: spaces } = await client.query(
    `SELECT FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')`,
  )
  if (spaces.length > 0)
    throw new BackupError('It has tablespaces of its own, which are not copied.')
  // Keeps the log from here on until this session ends, however it ends.
  await client.query(
    `SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`,
  )
  const { rows } = await client.query<{ cluster: string; begin: string }>(
    `SELECT current_setting('data_directory') AS cluster,
       pg_walfile_name(pg_backup_start('scheduling', fast => true)) AS begin`,
  )
  const [started] = rows
  if (started === undefined) throw new Error('The server did not begin a backup.')
  return started
}

/** @returns what tells the restored server where to begin, and the names of the files of the log that it needs */
async function endOnServer(
  client: Client,
  cluster: string,
  begin: string,
): Promise<{ label: string; segments: string[] }> {
  const { rows } = await client.query<{ label: string; end: string; count: number }>(
    `SELECT labelfile AS label, pg_walfile_name(lsn) AS end,
       ((pg_split_walfile_name(pg_walfile_name(lsn))).segment_number
         - (pg_split_walfile_name($1)).segment_number + 1)::int AS count
     FROM pg_backup_stop(wait_for_archive => false)`,
    [begin],
  )
  const [ended] = rows
  if (ended === undefined) throw new Error('The server did not end the backup.')
  const names = await readdir(path.join(cluster, 'pg_wal'))
  const segments = names.filter((name) => begin <= name && name <= ended.end).sort()
  if (segments.length !== ended.count)
    throw new Error(`${ended.count} files of the log are needed, and ${segments.length} are there.`)
  return { label: ended.label, segments }
}

/** What a server makes when it starts, or must not find. Their folders are kept, empty. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'postgresql.auto.conf.tmp',
  CONTROL,
])

async function* treeOf(
  writer: ArchiveWriter,
  cluster: string,
  folder: string,
): AsyncGenerator<Buffer> {
  yield* writer.folder(CLUSTER + folder)
  const isEmptied = EMPTIED.has(folder.slice(0, -1))
  const entries = await readdir(path.join(cluster, folder), { withFileTypes: true })
  for (const entry of entries) {
    const name = folder + entry.name
    const isTemporary = entry.name.startsWith('pgsql_tmp') || entry.name === 'pg_internal.init'
    if (isTemporary || LEFT_OUT.has(name)) continue
    if (entry.isDirectory()) yield* treeOf(writer, cluster, `${name}/`)
    else if (!isEmptied && entry.isFile())
      yield* fileOf(writer, path.join(cluster, name), CLUSTER + name)
  }
  if (folder === 'pg_wal/' && !entries.some(({ name }) => name === 'archive_status'))
    yield* writer.folder(`${CLUSTER}pg_wal/archive_status/`)
}

/** A file that may grow, shrink or go meanwhile: as much as it had; what it lost is replayed from the log. */
async function* fileOf(writer: ArchiveWriter, file: string, name: string): AsyncGenerator<Buffer> {
  let handle: FileHandle
  try {
    handle = await open(file)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return
    throw error
  }
  try {
    const { size } = await handle.stat()
    yield* writer.entry({ name, size }, exactly(handle, size))
  } finally {
    await handle.close()
  }
}

const READ_BYTES = 256 * 1024

async function* exactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size;) {
    const wanted = Math.min(READ_BYTES, size - position)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, position)
    yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
    position += bytesRead === 0 ? wanted : bytesRead
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content)
}

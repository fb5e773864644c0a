import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'

/** A PostgreSQL of a test file's own. */
export type OwnServer = {
  readonly url: string
  /** A folder that is removed with the server. */
  readonly folder: string
  stop(): Promise<void>
}

/** @param name of the file, for the folder */
export async function startOwnServer(name: string): Promise<OwnServer> {
  const folder = await mkdtemp(path.join(tmpdir(), `${name}-`))
  await chmod(folder, 0o755) // run by root, the server is another user
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(folder, 'data'),
    isDurable: false,
  })
  return {
    url: server.url,
    folder,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

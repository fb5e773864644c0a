import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'

/** A PostgreSQL of a test's own. `stop` removes its folder. */
export async function startOwnServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deploy-'))
  await chmod(folder, 0o755) // run by root, the server is another user
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(folder, 'data'),
    isDurable: false,
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

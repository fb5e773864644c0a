/** A PostgreSQL of an arrangement's own, flushed to the disk as in production, to be stopped and killed. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'
import { startProcess, type Process } from './process.ts'

/** `url` leads straight to it, and stays the same when it is started again. */
export type Postgres = { readonly process: Process; readonly url: string }

/** @param folder that its user may enter */
export async function startPostgres(folder: string): Promise<Postgres> {
  const dataDirectory = path.join(folder, 'data')
  let url: string | null = null
  const process = await startProcess('postgres', async () => {
    const port = url === null ? {} : { port: Number(new URL(url).port) }
    const server = await startEmbeddedPostgres({ dataDirectory, isDurable: true, ...port })
    url = server.url
    const { promise: stopped, resolve } = Promise.withResolvers<void>()
    return {
      pid: postmasterIn(dataDirectory),
      exited: Promise.race([server.died, stopped]),
      async stop() {
        await server.stop()
        resolve()
      },
      output: () => readFileSync(path.join(dataDirectory, 'postgres.log'), 'utf8'),
    }
  })
  if (url === null) throw new Error('The database server has no address.')
  return { process, url }
}

function postmasterIn(dataDirectory: string): number {
  const text = readFileSync(path.join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

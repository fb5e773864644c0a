/** Loaded into each process of the service that a test starts: to compile its sources takes a third of the CPU of its start. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'

enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/compiled'))

// A process writes what it compiled at its end, and tests kill most of theirs.
const OF_A_START_MS = 3000
setTimeout(flushCompileCache, OF_A_START_MS).unref()

/** `npm start`: the whole service in one process. What it is made of is loaded when the process is ready for it. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { growWithLoad, startSmall } from './room-for-new-objects.ts'

// Compiling the sources takes longer than running them. Without a folder to write into, it is done at each start.
enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/compiled'))
startSmall()
const { serve } = await import('./service.ts')
await serve()
growWithLoad()
// A process that is killed would leave nothing for the next one.
flushCompileCache()

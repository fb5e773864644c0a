// Loaded into the service by `npm start`. It runs in a process group of its own, so a signal to the group
// of `npm start` would leave it running: end in good order once the process that started us is gone.
import { enableCompileCache } from 'node:module'
import path from 'node:path'

import { onParentGone } from './parent.mjs'

// As `apps/standalone/src/main.ts` does, and before it is read: where all is in the cache, Node does not load what reads
// TypeScript, which is twenty megabytes.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/compiled'))

onParentGone(() => process.kill(process.pid, 'SIGTERM'))

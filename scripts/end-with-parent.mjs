// Loaded into the service by `npm start`. It runs in a process group of its own, so whoever kills the group
// of `npm start` would leave it running: end in good order once the process that started us is gone.
import { onParentGone } from './parent.mjs'

onParentGone(() => process.kill(process.pid, 'SIGTERM'))

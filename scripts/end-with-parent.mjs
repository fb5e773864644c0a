// Loaded into the service by `npm start`. It runs in a process group of its own, so whoever kills the group
// of `npm start` would leave it running: end in good order once the process that started us is gone.
const parent = process.ppid

const check = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(check)
  process.kill(process.pid, 'SIGTERM')
}, 500)
check.unref()

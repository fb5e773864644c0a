/** Calls back once the process that started this one is gone. Does not keep this one running. */
export function onParentGone(callback) {
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    callback()
  }, 300)
  check.unref()
}

/**
 * Calls back when npm, having started us through a shell, was told to end: npm passes SIGTERM to the shell,
 * which goes without a word to us. Outside npm our parent may well go, as in `node scripts/run.mjs start &`.
 */
export function onNpmGone(callback) {
  if (process.env.npm_lifecycle_event !== undefined) onParentGone(callback)
}

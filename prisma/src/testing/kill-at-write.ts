/** Loaded before a program: kills it right before its so-many-th change of the file system (KILL_AT, from 1). */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// oxlint-disable-next-line node/no-process-env -- It is told by the test that starts it.
let left = Number(process.env['KILL_AT'])

for (const name of ['renameSync', 'rmSync', 'writeFileSync'] as const) {
  const actual = fs[name]
  Reflect.set(fs, name, (...given: unknown[]): unknown => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(actual, fs, given)
  })
}
syncBuiltinESMExports()

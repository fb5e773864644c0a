/** Set-up of every test file: measures the CPU that the file's process uses, imports included. */
import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Of this process, without its children and without PostgreSQL. */
    cpuMs?: number
  }
}

const before = process.cpuUsage()

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures from this pattern: there are none.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before)
  file.meta.cpuMs = (user + system) / 1000
})

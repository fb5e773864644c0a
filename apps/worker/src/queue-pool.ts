import { DatabaseAway } from '@scheduling/database'
import type { Pool } from 'pg'

/** The job queue itself waits for these to pass: for three seconds, then longer and longer, up to two minutes. */
const WAITED_OUT = new Set(['57P03', 'EHOSTUNREACH', 'ETIMEDOUT'])

/**
 * The pool, as the job queue is to see it. While a database starts, or its host is away, a runner that has the queue's
 * own patience waits on long after the database is back, and looks alive. Here it fails, and is started again each
 * second.
 */
export function forQueue(pool: Pool): Pool {
  const connect = async () => {
    try {
      return await pool.connect()
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
      if (!(error instanceof Error && typeof code === 'string' && WAITED_OUT.has(code))) throw error
      throw new DatabaseAway(error.message, { cause: error })
    }
  }
  return new Proxy(pool, {
    get(target, name) {
      // Those who listen give a callback, and come again by themselves.
      if (name === 'connect')
        return (...given: [] | [() => void]) =>
          given.length === 0 ? connect() : target.connect(...given)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

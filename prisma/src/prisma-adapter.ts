/** Prisma on the pool of a connection. Its statements are parts of a trace like ours. */
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { inPrismaSpan } from './statement-span.ts'

export class TracedAdapter extends PrismaPg {
  constructor(pool: Pool) {
    super(pool, { disposeExternalPool: false })
  }

  override async connect() {
    const adapter = await super.connect()
    const [ask, execute] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)]
    adapter.queryRaw = (asked) => inPrismaSpan(asked.sql, () => ask(asked))
    adapter.executeRaw = (asked) => inPrismaSpan(asked.sql, () => execute(asked))
    return adapter
  }
}

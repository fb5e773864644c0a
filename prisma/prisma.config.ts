import { defineConfig } from 'prisma/config'

const databaseUrl = process.env['DATABASE_URL']

/** For Prisma's own command line. The service migrates itself (`src/migrate.ts`) and never reads this. */
export default defineConfig({
  schema: 'schema',
  migrations: { path: 'migrations' },
  ...(databaseUrl === undefined ? {} : { datasource: { url: databaseUrl } }),
})

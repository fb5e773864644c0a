const databaseUrl = process.env['DATABASE_URL']

/** For Prisma's own command line (`npx prisma`). The service migrates itself (`src/migrate.ts`) and never reads this. */
export default {
  schema: 'schema',
  migrations: { path: 'migrations' },
  ...(databaseUrl === undefined ? {} : { datasource: { url: databaseUrl } }),
}

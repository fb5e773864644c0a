/** Why the database can't run here: one line for the person who started it, saying what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another living process uses the folder. */
export class DirectoryInUseError extends EmbeddedPostgresError {
  override name = 'DirectoryInUseError'
}

/** The code of a system error (`ENOENT`, `EPERM`…), or nothing for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

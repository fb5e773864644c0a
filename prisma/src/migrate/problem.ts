/** A migration that can't be applied. The message names it and says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

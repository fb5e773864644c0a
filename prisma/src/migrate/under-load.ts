/**
 * What a migration does to those who work meanwhile, as its head says it:
 *
 *     -- Under load: brief lock on deposit, queue_entry; older processes stop
 *
 * The parts, in this order, separated by semicolons:
 *
 * - `no locks`: no request waits. It makes what is not used yet, or changes what takes no lock that writers meet.
 * - `brief lock on TABLES`: readers or writers of these tables wait until it commits, for milliseconds, whatever is in them.
 * - `long lock on TABLES`: the same, but it reads or writes these tables whole, so the time grows with their rows.
 * - `concurrent`: it runs outside a transaction and holds up no request, however long it takes.
 * - `older processes stop`: processes of the version before do not work once it is applied. Else they go on.
 */
export type UnderLoad = {
  readonly brief: readonly string[]
  readonly long: readonly string[]
  readonly isConcurrent: boolean
  readonly olderStop: boolean
}

const HEAD = '-- Under load: '

/**
 * @returns undefined where the script has no such head
 * @throws {SyntaxError} for words that are not of the vocabulary
 */
export function underLoadIn(sql: string): UnderLoad | undefined {
  const lines = sql.split('\n').map((line) => line.trim())
  const heads = lines.filter((line) => line.startsWith(HEAD))
  const [first] = heads
  if (first === undefined) return undefined
  if (heads.length > 1) throw new SyntaxError('it says twice what happens under load')
  return underLoadOf(first.slice(HEAD.length))
}

const BRIEF = 'brief lock on '
const LONG = 'long lock on '

/** @throws {SyntaxError} for words that are not of the vocabulary */
export function underLoadOf(words: string): UnderLoad {
  const left = words.split('; ')
  const take = (isIt: (part: string) => boolean): string | undefined => {
    const [part] = left
    return part !== undefined && isIt(part) ? left.shift() : undefined
  }
  const tables = (prefix: string): readonly string[] =>
    take((part) => part.startsWith(prefix))
      ?.slice(prefix.length)
      .split(', ') ?? []
  const isLockless = take((part) => part === 'no locks') !== undefined
  const brief = tables(BRIEF)
  const long = tables(LONG)
  const isConcurrent = take((part) => part === 'concurrent') !== undefined
  const olderStop = take((part) => part === 'older processes stop') !== undefined
  const kinds = [isLockless, brief.length + long.length > 0, isConcurrent].filter(Boolean).length
  const isName = (table: string): boolean => /^[a-z_]+$/.test(table)
  if (left.length > 0 || kinds !== 1 || ![...brief, ...long].every(isName)) {
    throw new SyntaxError(
      `"${words}" is not what a head can say of the time under load: no locks, brief lock on TABLES, ` +
        `long lock on TABLES or concurrent; then older processes stop, where they do`,
    )
  }
  return { brief, long, isConcurrent, olderStop }
}

/** The same as a head says it, without its beginning. */
export function wordsOfUnderLoad({ brief, long, isConcurrent, olderStop }: UnderLoad): string {
  const locks = [
    ...(brief.length > 0 ? [BRIEF + brief.join(', ')] : []),
    ...(long.length > 0 ? [LONG + long.join(', ')] : []),
  ]
  const kind = isConcurrent ? ['concurrent'] : locks.length === 0 ? ['no locks'] : locks
  return [...kind, ...(olderStop ? ['older processes stop'] : [])].join('; ')
}

/** Whether it may be applied at any hour, while the processes of the version before go on. */
export function isSafeUnderLoad({ long, olderStop }: UnderLoad): boolean {
  return long.length === 0 && !olderStop
}

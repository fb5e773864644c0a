/**
 * Does one after the other, and goes on after a failure: one that fails for good must not hold up those behind it.
 *
 * @throws at the end, what the only failure threw, or an AggregateError of all
 */
export async function each<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await run(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) {
    throw new AggregateError(errors, `${errors.length} of ${items.length} failed.`)
  }
}

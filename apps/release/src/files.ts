/** The files of a package before they are in an archive, by their path in it. */
export type Files = ReadonlyMap<string, string>

/** In the order of their paths: an archive does not depend on how its files were found. */
export function inOrder(files: Files): readonly (readonly [name: string, text: string])[] {
  return [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A name that may stand on a wall: the first word, and the first letter of the last one. `Maria S.` */
export function reducedName({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string | null
}): string {
  const words = `${firstName} ${lastName ?? ''}`.split(/\s/).filter((word) => word !== '')
  const [first = '', ...others] = words
  const [initial] = characters.segment(others.at(-1) ?? '')
  return initial === undefined ? first : `${first} ${initial.segment.toUpperCase()}.`
}

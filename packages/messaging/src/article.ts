/** How Portuguese puts the name of an organization into a sentence: "na Clínica Aurora", "do Studio Lumen", "em Aurora". */

/** Of the first words that names of such places have, without accents. Other names stand without an article. */
const WORDS = {
  a: 'academia barbearia casa clinica esmalteria fisioterapia odontologia policlinica',
  o: 'ambulatorio atelie centro consultorio espaco estudio hospital instituto laboratorio salao spa studio',
} as const
const GENDER_OF = new Map(
  (['a', 'o'] as const).flatMap((gender) =>
    WORDS[gender].split(' ').map((word) => [word, gender] as const),
  ),
)

const JOINED = {
  em: { a: 'na', o: 'no' },
  de: { a: 'da', o: 'do' },
} as const

/** The preposition and the name. */
export function joined(preposition: keyof typeof JOINED, name: string): string {
  const [first = ''] = name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(' ', 1)
  const gender = GENDER_OF.get(first)
  return `${gender === undefined ? preposition : JOINED[preposition][gender]} ${name}`
}

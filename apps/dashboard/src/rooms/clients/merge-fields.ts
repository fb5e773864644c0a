/** In what two records contradict each other. Where only one has a value, there is nothing to choose. */

const MERGED_FIELDS = ['first_name', 'last_name', 'phone', 'email', 'cpf', 'birth_date'] as const

export type MergedField = (typeof MERGED_FIELDS)[number]

type Values = Readonly<Record<MergedField, string | null>>

export function conflictsOf(one: Values, other: Values): MergedField[] {
  return MERGED_FIELDS.filter((name) => {
    const [a, b] = [one[name], other[name]]
    return a !== null && b !== null && a !== b
  })
}

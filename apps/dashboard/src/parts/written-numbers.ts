/** Phones and CPFs as people write them. The service stores them as digits. */

/** `(11) 98765-4321`, in Brazil. A number of another country, and every number elsewhere, stays as it is stored. */
export function phoneWritten(phone: string, country: string): string {
  if (country !== 'BR') return phone
  const [, area, digits] = /^\+55(\d{2})(\d{8,9})$/.exec(phone) ?? []
  if (area === undefined || digits === undefined) return phone
  return `(${area}) ${digits.slice(0, -4)}-${digits.slice(-4)}`
}

/** `529.982.247-25` */
export function cpfWritten(cpf: string): string {
  return cpf.length === 11
    ? `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`
    : cpf
}

/** Whole years between two dates `YYYY-MM-DD`. */
export function ageOn(today: string, birthDate: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Made-up people: common Brazilian names, valid document numbers that belong to no person in particular. */

const FIRST_NAMES = [
  'Ana Clara',
  'João Pedro',
  'Mariana',
  'Lucas',
  'Beatriz',
  'Gabriel',
  'Larissa',
  'Thiago',
  'Juliana',
  'Felipe',
  'Camila',
  'Rodrigo',
  'Fernanda',
  'Gustavo',
  'Patrícia',
  'André',
  'Letícia',
  'Vinícius',
  'Isabela',
  'Eduardo',
  'Sônia',
  'Marcelo',
  'Débora',
  'Leandro',
  'Tatiane',
  'Ricardo',
  'Vanessa',
  'César',
  'Luíza',
  'Otávio',
  'Raquel',
  'Fábio',
  'Cecília',
  'Márcio',
  'Elisa',
  'Renato',
  'Priscila',
  'Antônio',
  'Helena',
  'Caio',
]
const LAST_NAMES = [
  'Souza',
  'Oliveira Santos',
  'Pereira',
  'Lima',
  'Ferreira da Silva',
  'Costa',
  'Rodrigues',
  'Almeida',
  'Nascimento',
  'Araújo',
  'Ribeiro',
  'Carvalho',
  'Gomes',
  'Martins',
  'Rocha',
  'Barbosa',
  'Dias',
  'Moreira',
  'Conceição',
  'Teixeira',
]

const ORIGINS = ['instagram', 'indicacao', 'site', 'google']

export type Person = {
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly phone: string
  readonly cpf: string
  readonly birth_date: string
  readonly metadata: Record<string, string>
}

/** The n-th made-up client, always the same. */
export function person(n: number): Person {
  const first = FIRST_NAMES[n % FIRST_NAMES.length] ?? 'Ana'
  const last = LAST_NAMES[(n * 7) % LAST_NAMES.length] ?? 'Souza'
  const account = `${first} ${last}`
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '.')
  return {
    // What a CRM or an import leaves behind, on some.
    metadata: n % 3 === 0 ? { crm_id: `C-${1000 + n}`, origem: ORIGINS[n % 4] ?? 'site' } : {},
    first_name: first,
    last_name: last,
    // Some clients have no e-mail, as in life.
    email: n % 6 === 5 ? null : `${account}@example.com`,
    phone: `+55${n % 4 === 3 ? '21' : '11'}9${String(70_000_000 + ((n * 7_919_111) % 29_999_999))}`,
    cpf: cpf(200_000_000 + (((n + 1) * 15_485_863) % 700_000_000)),
    birth_date: `${1950 + ((n * 13) % 55)}-${String(1 + ((n * 5) % 12)).padStart(2, '0')}-${String(1 + ((n * 11) % 28)).padStart(2, '0')}`,
  }
}

/** Nine digits and their two check digits. */
function cpf(base: number): string {
  const digits = [...String(base).padStart(9, '0')].map(Number)
  for (const weight of [10, 11]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (weight - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

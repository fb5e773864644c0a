/** What an organization is filled with that wants to look around first. */

type SampleService = {
  readonly name: string
  readonly description: string
  readonly durationMinutes: number
  readonly price: string | null
  readonly color: string
}

/** Invented clients: their e-mails lead nowhere, and they have no phone, which could be a real person's. */
type SampleClient = {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

type Sample = {
  readonly services: readonly SampleService[]
  readonly clients: readonly SampleClient[]
}

const CLIENTS: readonly SampleClient[] = [
  { first_name: 'Ana', last_name: 'Exemplo', email: 'ana@example.com' },
  { first_name: 'Bruno', last_name: 'Exemplo', email: 'bruno@example.com' },
  { first_name: 'Carla', last_name: 'Exemplo', email: 'carla@example.com' },
  { first_name: 'Diego', last_name: 'Exemplo', email: 'diego@example.com' },
  { first_name: 'Elisa', last_name: 'Exemplo', email: 'elisa@example.com' },
]

/** By the language of the organization. */
export const SAMPLES: Readonly<Record<'pt' | 'en', Sample>> = {
  pt: {
    services: [
      {
        name: 'Consulta',
        description: 'Exemplo de um atendimento comum.',
        durationMinutes: 30,
        price: '150.00',
        color: '#3A86FF',
      },
      {
        name: 'Avaliação',
        description: 'Exemplo de um primeiro atendimento, mais longo.',
        durationMinutes: 60,
        price: '220.00',
        color: '#8338EC',
      },
      {
        name: 'Retorno',
        description: 'Exemplo de um atendimento curto, sem preço.',
        durationMinutes: 15,
        price: null,
        color: '#2A9D8F',
      },
    ],
    clients: CLIENTS,
  },
  en: {
    services: [
      {
        name: 'Visit',
        description: 'An example of a usual service.',
        durationMinutes: 30,
        price: '150.00',
        color: '#3A86FF',
      },
      {
        name: 'Assessment',
        description: 'An example of a first visit, which takes longer.',
        durationMinutes: 60,
        price: '220.00',
        color: '#8338EC',
      },
      {
        name: 'Follow-up',
        description: 'An example of a short service without a price.',
        durationMinutes: 15,
        price: null,
        color: '#2A9D8F',
      },
    ],
    clients: CLIENTS.map((client) => ({ ...client, last_name: 'Example' })),
  },
}

const MORNING = { opens_minute: 9 * 60, closes_minute: 12 * 60 }
const AFTERNOON = { opens_minute: 13 * 60, closes_minute: 18 * 60 }

/** Monday to Friday. */
export const SAMPLE_WEEK = [1, 2, 3, 4, 5].flatMap((weekday) =>
  [MORNING, AFTERNOON].map((interval) => ({ weekday, ...interval })),
)

/** The names of the accesses, as people use them. */
import type { Texts } from '../words/language.tsx'
import type { Access } from './access.ts'

type Words = {
  readonly names: Readonly<Record<Access, string>>
  readonly about: Readonly<Record<Access, string>>
}

const pt: Words = {
  names: {
    owner: 'Proprietário',
    manager: 'Gerente',
    reception: 'Recepção',
    professional: 'Profissional',
  },
  about: {
    owner: 'Pode tudo, inclusive convidar e remover pessoas.',
    manager: 'Cuida de tudo no dia a dia: agenda, serviços, horários, sinais e mensagens.',
    reception:
      'Agenda, fila, lista de espera, clientes e cobranças. Sem preços, devoluções e cadastros.',
    professional: 'A própria agenda e fila, e os clientes que atende.',
  },
}

const en: Words = {
  names: {
    owner: 'Owner',
    manager: 'Manager',
    reception: 'Reception',
    professional: 'Professional',
  },
  about: {
    owner: 'May do everything, also invite and remove people.',
    manager: 'Runs the day: agenda, services, hours, deposits and messages.',
    reception: 'Agenda, queue, waitlist, clients and charges. No prices, refunds or set-up.',
    professional: 'The own agenda and queue, and the clients they see.',
  },
}

export const ACCESS_WORDS: Texts<Words> = { pt, en }

/** What messages call states and deeds. */

/** One word for each state: what the contract names, and what a message can be about besides. */
export const STATE_WORDS = {
  requested: { pt: 'Pedido recebido', en: 'Request received' },
  unpaid: { pt: 'Aguardando o sinal', en: 'Waiting for the deposit' },
  confirmed: { pt: 'Confirmado', en: 'Confirmed' },
  moved: { pt: 'Remarcado', en: 'Moved' },
  cancelled: { pt: 'Cancelado', en: 'Cancelled' },
  over: { pt: 'Encerrado', en: 'Over' },
  reminder: { pt: 'Lembrete', en: 'Reminder' },
  room: { pt: 'Sala online', en: 'Online room' },
  queued: { pt: 'Na fila', en: 'In the queue' },
  called: { pt: 'É a sua vez', en: 'It is your turn' },
  paid: { pt: 'Sinal recebido', en: 'Deposit received' },
  refunded: { pt: 'Sinal devolvido', en: 'Deposit refunded' },
  link: { pt: 'Seu link', en: 'Your link' },
  unconfirmed: { pt: 'Falta confirmar', en: 'Please confirm' },
  offered: { pt: 'Abriu uma vaga', en: 'A time is free' },
} as const
export type StateWord = keyof typeof STATE_WORDS

/**
 * What pages, messages, calendars and the dashboard call an appointment.
 *
 * @param isUnpaid its deposit is open
 * @param isPast it has ended
 */
export function stateOfAppointment(
  status: string,
  { isUnpaid, isPast = false }: { readonly isUnpaid: boolean; readonly isPast?: boolean },
): StateWord {
  if (status.startsWith('CANCELLED')) return 'cancelled'
  if (isPast || status === 'COMPLETED' || status === 'NO_SHOW') return 'over'
  if (isUnpaid) return 'unpaid'
  return status === 'PENDING' ? 'requested' : 'confirmed'
}

/** Links by what they do: `Label: address` in a text, the label alone on a page. */
export const ACTION_WORDS = {
  change: { pt: 'Ver, remarcar ou cancelar', en: 'See, move or cancel' },
  see: { pt: 'Ver o agendamento', en: 'See the appointment' },
  pay: { pt: 'Pagar o sinal', en: 'Pay the deposit' },
  deposit: { pt: 'Ver o sinal', en: 'See the deposit' },
  enter: { pt: 'Entrar na sala online', en: 'Join the online room' },
  map: { pt: 'Abrir no mapa', en: 'Open the map' },
  follow: { pt: 'Acompanhar meu lugar na fila', en: 'Follow my place in the queue' },
  come: { pt: 'Avisar que estou chegando', en: 'Say that I am coming' },
  confirmWish: { pt: 'Confirmar o pedido', en: 'Confirm the request' },
  answerOffer: { pt: 'Agendar ou recusar', en: 'Book it or say no' },
  again: { pt: 'Marcar outro horário', en: 'Book another time' },
} as const
export type ActionWord = keyof typeof ACTION_WORDS

/** Below a code that moves no money. */
export const DEMONSTRATION_WORDS = {
  pt: 'Demonstração: este código não é de um banco, e ninguém paga de verdade.',
  en: 'Demonstration: this code is not from a bank, and no money moves.',
} as const

/** What stands above a code to copy. */
export const CODE_WORDS = { pt: 'Pix copia e cola', en: 'Pix code to copy and paste' } as const

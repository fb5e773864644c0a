/** What the plain pages of clients say, in each language. */
export type Language = 'pt' | 'en'

const PT = {
  appointment: 'Seu horário',
  queue: 'Seu lugar na fila',
  deposit: 'Seu sinal',
  status: 'Situação',
  when: 'Quando',
  what: 'Serviço',
  who: 'Com',
  price: 'Preço',
  amount: 'Valor',
  position: 'Posição',
  wait: 'Espera estimada',
  minutes: 'minutos',
  place: 'Onde',
  answerUntil: 'Responda até',
  payUntil: 'Pague até',
  changesUntil: 'Você pode cancelar até',
  meeting: 'Entrar na consulta online',
  code: 'Código Pix copia e cola',
  codeComes: 'O código de pagamento ainda está sendo gerado. Atualize a página em instantes.',
  toDeposit: 'Ver o pagamento do sinal',
  depositAsked: 'Este horário só fica garantido com o pagamento do sinal.',
  refresh: 'Atualizar',
  cancel: 'Cancelar o horário',
  cancelSure: 'O horário será liberado para outra pessoa. Isto não pode ser desfeito.',
  cancelNow: 'Sim, cancelar',
  leave: 'Sair da fila',
  leaveSure: 'Você perde o seu lugar. Isto não pode ser desfeito.',
  leaveNow: 'Sim, sair da fila',
  here: 'Cheguei, estou aqui',
  test: 'Ambiente de teste: nada aqui é real.',
  gone: 'Este link não funciona',
  goneWhy: 'Ele pode ser antigo ou estar incompleto. Fale com quem enviou o link.',
  busy: 'Muitas tentativas',
  busyWhy: 'Espere um pouco e tente de novo.',
  failed: 'Algo deu errado',
  failedWhy: 'Nada foi alterado, até onde sabemos. Tente de novo em instantes.',
  foreign: 'Abra o link de novo',
  foreignWhy: 'O pedido veio de outra página, por isso nada foi alterado.',
  tooLate:
    'Não foi possível. O prazo pode ter passado, ou algo mudou. A situação de agora está abaixo.',
  statuses: {
    PENDING: 'Aguardando confirmação',
    CONFIRMED: 'Confirmado',
    COMPLETED: 'Concluído',
    NO_SHOW: 'Não compareceu',
    CANCELLED_CLIENT: 'Cancelado por você',
    CANCELLED_PROFESSIONAL: 'Cancelado pela equipe',
    unpaid: 'Cancelado: o sinal não foi pago a tempo',
    WAITING: 'Aguardando',
    CALLED: 'É a sua vez',
    IN_SERVICE: 'Em atendimento',
    SKIPPED: 'Você não estava quando chamamos. Fale com a equipe.',
    CANCELLED: 'Fora da fila',
    'deposit PENDING': 'Aguardando pagamento',
    'deposit PAID': 'Pago',
    'deposit EXPIRED': 'Expirado',
    'deposit REFUNDED': 'Devolvido',
  },
}

export type Texts = typeof PT

const EN: Texts = {
  appointment: 'Your appointment',
  queue: 'Your place in the queue',
  deposit: 'Your deposit',
  status: 'Status',
  when: 'When',
  what: 'Service',
  who: 'With',
  price: 'Price',
  amount: 'Amount',
  position: 'Position',
  wait: 'Estimated wait',
  minutes: 'minutes',
  place: 'Where',
  answerUntil: 'Answer by',
  payUntil: 'Pay by',
  changesUntil: 'You can cancel until',
  meeting: 'Enter the online room',
  code: 'Pix code to copy and paste',
  codeComes: 'The payment code is still being made. Reload the page in a moment.',
  toDeposit: 'See the payment of the deposit',
  depositAsked: 'This time is yours only once the deposit is paid.',
  refresh: 'Reload',
  cancel: 'Cancel the appointment',
  cancelSure: 'The time becomes free for somebody else. This cannot be undone.',
  cancelNow: 'Yes, cancel it',
  leave: 'Leave the queue',
  leaveSure: 'You lose your place. This cannot be undone.',
  leaveNow: 'Yes, leave the queue',
  here: 'I am here',
  test: 'A test: nothing here is real.',
  gone: 'This link does not work',
  goneWhy: 'It may be too old, or not complete. Ask whoever sent it.',
  busy: 'Too many attempts',
  busyWhy: 'Wait a little and try again.',
  failed: 'Something went wrong',
  failedWhy: 'Nothing was changed, as far as we know. Try again in a moment.',
  foreign: 'Open the link again',
  foreignWhy: 'The request came from another page, so nothing was changed.',
  tooLate:
    'This was not possible. It may be too late, or something changed. How it stands now is below.',
  statuses: {
    PENDING: 'Waiting to be confirmed',
    CONFIRMED: 'Confirmed',
    COMPLETED: 'Over',
    NO_SHOW: 'Missed',
    CANCELLED_CLIENT: 'Cancelled by you',
    CANCELLED_PROFESSIONAL: 'Cancelled by the team',
    unpaid: 'Cancelled: the deposit was not paid in time',
    WAITING: 'Waiting',
    CALLED: 'It is your turn',
    IN_SERVICE: 'Being served',
    SKIPPED: 'You were not there when we called. Talk to the team.',
    CANCELLED: 'Not in the queue any more',
    'deposit PENDING': 'Waiting for the payment',
    'deposit PAID': 'Paid',
    'deposit EXPIRED': 'Expired',
    'deposit REFUNDED': 'Refunded',
  },
}

export const TEXTS: Readonly<Record<Language, Texts>> = { pt: PT, en: EN }

const MOST_CHOICES = 10

/**
 * The first of our languages that the browser names, or that of the organization.
 *
 * @param header `Accept-Language`: browsers write what they like best first
 */
export function languageOf(header: string | undefined, otherwise: Language): Language {
  for (const choice of header?.slice(0, 200).split(',', MOST_CHOICES) ?? []) {
    const language = choice.trim().slice(0, 2).toLowerCase()
    if (language === 'pt' || language === 'en') return language
  }
  return otherwise
}

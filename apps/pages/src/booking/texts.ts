import { joined } from '@scheduling/messaging'
import type { Texts } from '../language.ts'

const PT = {
  outsideTitle: (name: string, city: string | null) =>
    [name, city, 'marque on-line'].filter((part) => part !== null).join(' · '),
  /** @param others how many services are not named */
  outside: (name: string, services: readonly string[], others: number) =>
    `Marque seu horário ${joined('em', name)}${services.length === 0 ? '' : `: ${services.join(', ')}`}${others > 0 ? ` e mais ${others}` : ''}. Veja preços e horários livres.`,
  what: 'O que você quer marcar?',
  severalTitle: 'O que você quer marcar na mesma visita?',
  several: 'Marcar mais de um serviço na mesma visita',
  one: 'Marcar só um serviço',
  addOne: 'Adicionar outro serviço',
  clashes: {
    type: 'Não na mesma visita: um é on-line e o outro não',
    who: 'Não na mesma visita: nenhum profissional faz os dois',
  },
  others: 'Outros serviços',
  nothing: 'No momento não há serviços para marcar por aqui. Fale com a equipe.',
  chooseOne: 'Escolha pelo menos um serviço',
  notOffered: 'Um dos serviços não pode mais ser marcado por aqui. Confira a sua escolha',
  notTogether: 'Estes serviços não podem ser feitos na mesma visita. Escolha um de cada vez',
  online: 'on-line',
  deposit: (amount: string) => `sinal de ${amount}`,
  toTimes: 'Ver horários',
  total: 'Ao todo',
  queueToo: 'Atendimento por ordem de chegada',
  toQueue: 'Entrar na fila',
  whoTitle: 'Profissional',
  anyProfessional: 'Sem preferência',
  whenTitle: 'Escolha o dia e o horário',
  taken: 'Esse horário não está mais livre. O que você digitou está guardado.',
  hasLeft:
    'O profissional que você escolheu não faz mais este serviço. Estes são os horários com quem faz.',
  nearest: 'Os horários livres mais próximos',
  detailsTitle: 'Seus dados',
  toDetails: 'Continuar',
  bookIt: 'Reservar',
  payAndBook: 'Reservar e pagar o sinal',
  change: 'Mudar',
  changeOf: { what: 'serviço', when: 'horário' },
  summary: 'Sua reserva',
  facts: {
    what: 'Serviço',
    when: 'Quando',
    length: 'Duração',
    price: 'Preço',
    with: 'Profissional',
    deposit: 'Sinal, por Pix',
    depositByTeam: 'Sinal',
  },
  depositAsked: (amount: string) =>
    `Para garantir o horário, pedimos um sinal de ${amount} por Pix. O código aparece na próxima página.`,
  depositByTeam: (amount: string) =>
    `Para garantir o horário, pedimos um sinal de ${amount}. A equipe vai combinar o pagamento com você.`,
  notice: (limit: string) => `Você pode cancelar ou mudar até ${limit} antes.`,
  noticeNone: 'Você pode cancelar ou mudar até o horário marcado.',
  tooMany:
    'Já há muitas reservas com este celular ou e-mail. Veja ou cancele uma delas, ou fale com a equipe.',
  sentBefore:
    'Este formulário já foi enviado. Se quer mesmo fazer mais uma reserva, confirme de novo.',
  busy: 'Há muitos pedidos agora. Espere um pouco e confirme de novo.',
  proofAsked:
    'Há muitos pedidos agora. Confirme de novo: antes de enviar, seu aparelho faz uma verificação de alguns segundos.',
  withoutScript: (phone: string | null) =>
    `Sem JavaScript, seu navegador não faz essa verificação. ${phone === null ? 'Fale com a equipe.' : `Ligue para ${phone}.`}`,
  failed: 'Não conseguimos saber se deu certo. Confirme de novo: a reserva não é feita duas vezes.',
  cannot: 'Isto não pode ser marcado por aqui. Fale com a equipe.',
  doneTitle: 'Reserva feita',
  donePending: 'Pedido enviado',
  doneQueue: 'Você está na fila',
  doneLinked: 'Ver a minha reserva',
  doneDeposit: 'Pagar o sinal',
  doneDepositWhy: 'O horário só fica garantido com o pagamento do sinal.',
  doneByTeam: (amount: string) =>
    `A equipe vai combinar o sinal de ${amount} com você. A reserva só fica garantida com o pagamento.`,
  repeatedTitle: 'Esse pedido já tinha sido feito',
  repeated:
    'Por segurança, o link desta reserva não aparece aqui. Se ele não chegar, fale com a equipe.',
  again: 'Fazer outra reserva',
}
export type BookingTexts = typeof PT

const EN: BookingTexts = {
  outsideTitle: (name, city) =>
    [name, city, 'book online'].filter((part) => part !== null).join(' · '),
  outside: (name, services, others) =>
    `Book a time at ${name}${services.length === 0 ? '' : `: ${services.join(', ')}`}${others > 0 ? ` and ${others} more` : ''}. See prices and free times.`,
  what: 'What would you like to book?',
  severalTitle: 'What would you like to book in one visit?',
  several: 'Book more than one service in one visit',
  one: 'Book only one service',
  addOne: 'Add another service',
  clashes: {
    type: 'Not in one visit: one is online and the other is not',
    who: 'Not in one visit: no professional does both',
  },
  others: 'Other services',
  nothing: 'There is nothing to book here right now. Please talk to the team.',
  chooseOne: 'Choose at least one service',
  notOffered: 'One of the services can no longer be booked here. Check your choice',
  notTogether: 'These services cannot be done in one visit. Choose one at a time',
  online: 'online',
  deposit: (amount) => `deposit of ${amount}`,
  toTimes: 'See times',
  total: 'In all',
  queueToo: 'First come, first served',
  toQueue: 'Join the queue',
  whoTitle: 'Professional',
  anyProfessional: 'No preference',
  whenTitle: 'Choose a day and a time',
  taken: 'That time is no longer free. What you typed is kept.',
  hasLeft:
    'The professional you chose no longer does this service. These are the times with the ones who do.',
  nearest: 'The nearest free times',
  detailsTitle: 'Your details',
  toDetails: 'Continue',
  bookIt: 'Book',
  payAndBook: 'Book and pay the deposit',
  change: 'Change',
  changeOf: { what: 'service', when: 'time' },
  summary: 'Your booking',
  facts: {
    what: 'Service',
    when: 'When',
    length: 'Length',
    price: 'Price',
    with: 'Professional',
    deposit: 'Deposit, by Pix',
    depositByTeam: 'Deposit',
  },
  depositAsked: (amount) =>
    `To keep the time for you, we ask for a deposit of ${amount} by Pix. The next page has the code.`,
  depositByTeam: (amount) =>
    `To keep the time for you, we ask for a deposit of ${amount}. The team will arrange the payment with you.`,
  notice: (limit) => `You can cancel or move it until ${limit} before.`,
  noticeNone: 'You can cancel or move it until it begins.',
  tooMany:
    'There are many bookings with this mobile number or e-mail. See or cancel one of them, or talk to the team.',
  sentBefore: 'This form was sent before. If you do want one more booking, confirm again.',
  busy: 'There are many requests right now. Wait a little and confirm again.',
  proofAsked:
    'There are many requests right now. Confirm again: your device first runs a check that takes a few seconds.',
  withoutScript: (phone) =>
    `Without JavaScript, your browser cannot run this check. ${phone === null ? 'Please talk to the team.' : `Please call ${phone}.`}`,
  failed: 'We could not find out whether it worked. Confirm again: nothing is booked twice.',
  cannot: 'This cannot be booked here. Please talk to the team.',
  doneTitle: 'Booked',
  donePending: 'Request sent',
  doneQueue: 'You are in the queue',
  doneLinked: 'See my booking',
  doneDeposit: 'Pay the deposit',
  doneDepositWhy: 'The time is yours only once the deposit is paid.',
  doneByTeam: (amount) =>
    `The team will arrange the deposit of ${amount} with you. The booking is yours only once it is paid.`,
  repeatedTitle: 'This request was made before',
  repeated:
    'For safety, the link to this booking is not shown here. If it does not arrive, please talk to the team.',
  again: 'Book something else',
}

export const BOOKING_TEXTS: Texts<BookingTexts> = { pt: PT, en: EN }

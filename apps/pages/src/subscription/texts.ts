import { joined } from '@scheduling/messaging'
import type { Texts } from '../language.ts'

const PT = {
  asks: 'Não receber mais e-mails?',
  stopped: 'Você não recebe mais estes e-mails',
  why: (clinic: string) =>
    `Este endereço foi usado na página de agendamento ${joined('de', clinic)}. Se não foi você, pare por aqui: não enviaremos mais confirmações de pedidos feitos na página, nem lembretes.`,
  done: (clinic: string) =>
    `${clinic} não envia mais confirmações de pedidos feitos na página, nem lembretes, a este endereço. A equipe ainda pode escrever sobre o que ela mesma marcar.`,
  stop: 'Parar os e-mails',
  again: 'Voltar a receber',
}

const EN: typeof PT = {
  asks: 'Get no more e-mails?',
  stopped: 'You no longer get these e-mails',
  why: (clinic) =>
    `This address was used on the booking page of ${clinic}. If it was not you, stop here: we will send no more confirmations of requests made on the page, and no reminders.`,
  done: (clinic) =>
    `${clinic} sends no more confirmations of requests made on the page, and no reminders, to this address. The team can still write about what it books itself.`,
  stop: 'Stop the e-mails',
  again: 'Get them again',
}

export const SUBSCRIPTION_TEXTS: Texts<typeof PT> = { pt: PT, en: EN }

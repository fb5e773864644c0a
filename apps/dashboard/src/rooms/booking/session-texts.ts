/** Words of what is done with all visits of a group session at once. */
import type { Texts } from '../../words/language.tsx'

const visitsPt = (count: number) => (count === 1 ? '1 agendamento' : `${count} agendamentos`)
const visitsEn = (count: number) => (count === 1 ? '1 appointment' : `${count} appointments`)

const pt = {
  moveTitle: 'Remarcar todos da turma',
  cancelTitle: 'Cancelar a turma inteira?',
  move: (count: number) => `Remarcar ${visitsPt(count)}`,
  cancel: (count: number) => `Cancelar ${visitsPt(count)}`,
  moveAll: 'Remarcar todos…',
  cancelAll: 'Cancelar todos…',
  cancelAbout: 'O horário fica livre. Cada agendamento pode ser desfeito por 7 dias, na sua ficha.',
  byMinutes:
    'Para adiantar ou atrasar alguns minutos, use “Outro horário”: o horário atual da turma conta como livre.',
  moved: (count: number) =>
    count === 1 ? '1 agendamento remarcado.' : `${count} agendamentos remarcados.`,
  notMoved: (client: string, time: string, why: string) =>
    `Nada foi remarcado, por causa do agendamento de ${client}, às ${time}. ${why}`,
  cancelled: (count: number) =>
    count === 1 ? '1 agendamento cancelado.' : `${count} agendamentos cancelados.`,
  notify: 'Avisar os clientes',
  told: (told: number, all: number) => `${told} de ${all} clientes recebem a mensagem:`,
  moreTold: (count: number) =>
    `Mais ${count} não ${count === 1 ? 'aparece' : 'aparecem'} aqui. Quem tem contato também recebe a mensagem.`,
  noWay: 'Sem como avisar',
  example: 'Mensagem ao primeiro cliente:',
  failed: (count: number) =>
    count === 1 ? '1 agendamento ficou como estava' : `${count} agendamentos ficaram como estavam`,
  waitlist: 'Pôr na lista de espera',
}

const en: typeof pt = {
  moveTitle: 'Move the whole session',
  cancelTitle: 'Cancel the whole session?',
  move: (count) => `Move ${visitsEn(count)}`,
  cancel: (count) => `Cancel ${visitsEn(count)}`,
  moveAll: 'Move everyone…',
  cancelAll: 'Cancel everyone…',
  cancelAbout: 'The time becomes free. You can undo each appointment for 7 days, on its card.',
  byMinutes:
    'To move it by some minutes, use “Another time”: the present time of the session counts as free.',
  moved: (count) => (count === 1 ? '1 appointment is moved.' : `${count} appointments are moved.`),
  notMoved: (client, time, why) =>
    `Nothing was moved, because of the appointment of ${client} at ${time}. ${why}`,
  cancelled: (count) =>
    count === 1 ? '1 appointment is cancelled.' : `${count} appointments are cancelled.`,
  notify: 'Tell the clients',
  told: (told, all) => `${told} of ${all} clients get the message:`,
  moreTold: (count) =>
    `${count} more ${count === 1 ? 'is' : 'are'} not listed here. Each one with a contact gets the message too.`,
  noWay: 'No way to notify',
  example: 'Message to the first client:',
  failed: (count) =>
    count === 1 ? '1 appointment stays as it was' : `${count} appointments stay as they were`,
  waitlist: 'Add to the waitlist',
}

export const SESSION_TEXTS: Texts<typeof pt> = { pt, en }

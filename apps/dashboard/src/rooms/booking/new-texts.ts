import type { Texts } from '../../words/language.tsx'
import type { Rhythm } from './recurrence.ts'

const rhythmsPt: Readonly<Record<Rhythm, string>> = {
  never: 'Não repetir',
  daily: 'Todo dia',
  weekly: 'Toda semana',
  fortnightly: 'A cada duas semanas',
  monthly: 'Todo mês',
}

const rhythmsEn: Readonly<Record<Rhythm, string>> = {
  never: 'Do not repeat',
  daily: 'Every day',
  weekly: 'Every week',
  fortnightly: 'Every two weeks',
  monthly: 'Every month',
}

const pt = {
  title: 'Novo agendamento',
  telemedicine: 'Atendimento por vídeo (telemedicina).',
  chooseServices: 'Escolha um serviço para ver os horários livres.',
  overbook: 'Encaixe: marcar mesmo se o horário estiver ocupado ou fora do expediente',
  aboutOverbook: 'O agendamento fica marcado como encaixe.',
  noOverbook: 'A clínica não permite encaixes.',
  repeat: 'Repetir',
  noRepeat: 'A repetição está desligada nas configurações.',
  times: 'Quantas vezes',
  rhythms: rhythmsPt,
  past: 'Este horário já passou: o agendamento fica confirmado, e o cliente não recebe mensagem.',
  check: 'Conferir as datas',
  fits: (count: number, all: number) => `${count} de ${all} datas estão livres`,
  doNotFit: 'Não cabem e ficam de fora:',
  book: 'Agendar',
  bookSeries: (count: number) => (count === 1 ? 'Agendar 1 data' : `Agendar ${count} datas`),
  booked: (client: string, when: string, who: string) => `${client} agendado: ${when}, com ${who}.`,
  bookedSeries: (count: number) =>
    count === 1 ? '1 agendamento marcado.' : `${count} agendamentos marcados.`,
  chooseClient: 'Escolha o cliente, ou informe o nome do novo.',
  chooseService: 'Escolha ao menos um serviço.',
  chooseStart: 'Escolha um horário.',
  waitlist: 'Pôr na lista de espera',
  waitlistTitle: 'Lista de espera',
  waitlistAbout:
    'Quando um horário destes dias ficar livre, ele é oferecido ao cliente por mensagem.',
  fromDay: 'De',
  toDay: 'Até',
  fromTime: 'A partir das',
  toTime: 'Antes das',
  wait: 'Pôr na lista',
  waiting: (client: string) => `${client} está na lista de espera.`,
  takenBy: (client: string, time: string) => `Agora é de ${client}, às ${time}.`,
  sameTime: (hours: string, who: string) =>
    `O cliente já tem outro agendamento nesta hora: ${hours}, com ${who}.`,
}

const en: typeof pt = {
  title: 'New appointment',
  telemedicine: 'By video (telemedicine).',
  chooseServices: 'Choose a service to see what is free.',
  overbook: 'Overbook: book it even if the time is taken or closed',
  aboutOverbook: 'The appointment is marked as overbooked.',
  noOverbook: 'The clinic does not allow overbooking.',
  repeat: 'Repeat',
  noRepeat: 'Repeating is switched off in the settings.',
  times: 'How many times',
  rhythms: rhythmsEn,
  past: 'This time is over: the appointment is confirmed at once, and the client gets no message.',
  check: 'Check the dates',
  fits: (count, all) => `${count} of ${all} dates are free`,
  doNotFit: 'These do not fit and are left out:',
  book: 'Book',
  bookSeries: (count) => (count === 1 ? 'Book 1 date' : `Book ${count} dates`),
  booked: (client, when, who) => `${client} is booked: ${when}, with ${who}.`,
  bookedSeries: (count) =>
    count === 1 ? '1 appointment is booked.' : `${count} appointments are booked.`,
  chooseClient: 'Choose the client, or enter the name of the new one.',
  chooseService: 'Choose at least one service.',
  chooseStart: 'Choose a time.',
  waitlist: 'Add to the waitlist',
  waitlistTitle: 'Waitlist',
  waitlistAbout:
    'When a time on these days becomes free, it is offered to the client in a message.',
  fromDay: 'From',
  toDay: 'To',
  fromTime: 'From',
  toTime: 'Before',
  wait: 'Add to the list',
  waiting: (client) => `${client} is on the waitlist.`,
  takenBy: (client, time) => `It is taken by ${client}, at ${time}.`,
  sameTime: (hours, who) =>
    `The client has another appointment at this time: ${hours}, with ${who}.`,
}

export const NEW_TEXTS: Texts<typeof pt> = { pt, en }

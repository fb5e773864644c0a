import type { Texts } from '../../words/language.tsx'

const pt = {
  undone: (client: string) => `O agendamento de ${client} voltou ao estado anterior.`,
  title: (client: string) => `Desfazer o último estado de ${client}?`,
  about: 'O agendamento volta ao estado anterior. O horário precisa estar livre.',
  aboutCompleted: 'O atendimento volta a estar confirmado. O cliente não recebe mensagem.',
  alwaysTold: 'O cliente cancelou, por isso recebe uma mensagem de que o agendamento vale de novo.',
  notify: 'Avisar o cliente que o agendamento vale de novo',
}

const en: typeof pt = {
  undone: (client) => `The appointment of ${client} is back in its earlier state.`,
  title: (client) => `Undo the last state of ${client}?`,
  about: 'The appointment goes back to its earlier state. Its time must be free.',
  aboutCompleted: 'The visit is confirmed again. The client gets no message.',
  alwaysTold: 'The client cancelled, so they get a message that the appointment stands again.',
  notify: 'Tell the client that the appointment stands again',
}

export const UNDO_TEXTS: Texts<typeof pt> = { pt, en }

import type { Texts } from '../language.ts'

const PT = {
  titles: {
    WAITING: (position: number) =>
      position === 1 ? 'Você é o próximo da fila' : `Você é o ${position}º da fila`,
    SKIPPED: 'Chamamos, e você não estava',
    CALLED: 'É a sua vez!',
    IN_SERVICE: 'Em atendimento',
    COMPLETED: 'Atendimento concluído',
    NO_SHOW: 'Você não veio',
    CANCELLED: 'Você está fora da fila',
  },
  waits: 'Sua vez está chegando.',
  ahead: (count: number) =>
    count === 1 ? '1 pessoa na sua frente.' : `${count} pessoas na sua frente.`,
  says: {
    SKIPPED: 'Fale com a equipe: ela pode chamar você de novo.',
    CALLED: 'Venha agora.',
    IN_SERVICE: 'Bom atendimento!',
    COMPLETED: 'Obrigado pela visita.',
    NO_SHOW: 'Chamamos, e ninguém respondeu. Fale com a equipe se ainda quer ser atendido.',
    CANCELLED: 'Seu lugar foi liberado.',
  },
  place: 'Onde',
  until: 'Responda até',
  wait: 'Espera',
  about: (length: string) => `cerca de ${length}`,
  what: 'Serviço',
  who: 'Profissional',
  here: 'Cheguei, estou aqui',
  coming: 'Estou a caminho',
  comingWhy: 'Avise a equipe de que você vem. Seu lugar continua o mesmo.',
  isComing: 'A equipe sabe que você está a caminho.',
  isNew: 'Você está na fila. Guarde este link: por ele você acompanha o seu lugar.',
  turns: 'Esta página se atualiza sozinha.',
  reload: 'Atualizar a página',
  leave: 'Sair da fila',
  leaveTitle: 'Sair da fila?',
  leaveWhy: 'Você perde o seu lugar. Isto não pode ser desfeito.',
  leaveNow: 'Sim, sair da fila',
  stay: 'Não, ficar na fila',
  refused: 'Não foi possível, porque algo mudou. Veja como está agora.',
  again: 'Entrar na fila de novo',
}
export type QueueEntryTexts = typeof PT

const EN: QueueEntryTexts = {
  titles: {
    WAITING: (position) =>
      position === 1 ? 'You are next' : `You are number ${position} in the queue`,
    SKIPPED: 'We called, and you were not there',
    CALLED: 'It is your turn!',
    IN_SERVICE: 'Being served',
    COMPLETED: 'All done',
    NO_SHOW: 'You did not come',
    CANCELLED: 'You are not in the queue any more',
  },
  waits: 'It is almost your turn.',
  ahead: (count) => (count === 1 ? '1 person ahead of you.' : `${count} people ahead of you.`),
  says: {
    SKIPPED: 'Talk to the team: they can call you again.',
    CALLED: 'Come now.',
    IN_SERVICE: 'Enjoy your visit.',
    COMPLETED: 'Thank you for coming.',
    NO_SHOW:
      'We called you, and you did not answer. Talk to the team if you still want to be served.',
    CANCELLED: 'Your place was given up.',
  },
  place: 'Where',
  until: 'Answer by',
  wait: 'Wait',
  about: (length) => `about ${length}`,
  what: 'Service',
  who: 'Professional',
  here: 'I am here',
  coming: 'I am on my way',
  comingWhy: 'Tell the team that you are coming. Your place stays the same.',
  isComing: 'The team knows that you are on your way.',
  isNew: 'You are in the queue. Keep this link: with it you follow your place.',
  turns: 'This page refreshes itself.',
  reload: 'Reload the page',
  leave: 'Leave the queue',
  leaveTitle: 'Leave the queue?',
  leaveWhy: 'You lose your place. This cannot be undone.',
  leaveNow: 'Yes, leave the queue',
  stay: 'No, stay in the queue',
  refused: 'This was not possible, because something changed. See how it stands now.',
  again: 'Join the queue again',
}

export const QUEUE_ENTRY_TEXTS: Texts<QueueEntryTexts> = { pt: PT, en: EN }

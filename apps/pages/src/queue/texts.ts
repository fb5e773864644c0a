import type { Texts } from '../language.ts'

const PT = {
  title: 'Entrar na fila',
  which: 'Para qual atendimento?',
  closed: 'fechada agora',
  noOneAhead: 'ninguém na frente',
  ahead: (count: number) => (count === 1 ? '1 pessoa na frente' : `${count} pessoas na frente`),
  wait: (length: string) => `espera de cerca de ${length}`,
  allClosed: 'Não há fila aberta agora.',
  whom: 'Profissional',
  anyProfessional: 'Sem preferência',
  join: 'Entrar na fila',
  choose: 'Escolha um atendimento',
  wrongPerson: 'Esta pessoa não faz este atendimento. Escolha outra',
  full: 'Esta fila está fechada ou cheia agora.',
  place: 'Ver o meu lugar na fila',
  back: 'Marcar um horário',
}
export type QueueTexts = typeof PT

const EN: QueueTexts = {
  title: 'Join the queue',
  which: 'For which service?',
  closed: 'closed now',
  noOneAhead: 'no one ahead',
  ahead: (count) => (count === 1 ? '1 person ahead' : `${count} people ahead`),
  wait: (length) => `about ${length} to wait`,
  allClosed: 'No queue is open right now.',
  whom: 'Professional',
  anyProfessional: 'No preference',
  join: 'Join the queue',
  choose: 'Choose a service',
  wrongPerson: 'This person does not do this. Choose another',
  full: 'This queue is closed or full right now.',
  place: 'See my place in the queue',
  back: 'Book a time',
}

export const QUEUE_TEXTS: Texts<QueueTexts> = { pt: PT, en: EN }

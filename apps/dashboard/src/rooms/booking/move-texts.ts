import type { Texts } from '../../words/language.tsx'

const pt = {
  title: (client: string) => `Remarcar ${client}`,
  loadingTitle: 'Remarcar',
  before: 'Antes',
  after: 'Depois',
  withWhom: (when: string, who: string) => `${when}, com ${who}`,
  choose: 'Escolha um horário, ou outro profissional.',
  same: 'É o horário de agora. Escolha outro, ou outro profissional.',
  anyProfessional: 'quem estiver livre',
  notify: 'Avisar o cliente',
  reason: 'Motivo',
  reasonHint: 'Fica no histórico. O cliente não vê.',
  move: 'Remarcar',
  moved: (client: string, when: string, who: string) => `${client} remarcado: ${when}, com ${who}.`,
  movedBack: (client: string) => `${client} voltou ao horário anterior.`,
  notMovable: 'Este agendamento não pode mais ser remarcado.',
}

const en: typeof pt = {
  title: (client) => `Move ${client}`,
  loadingTitle: 'Move',
  before: 'Before',
  after: 'After',
  withWhom: (when, who) => `${when}, with ${who}`,
  choose: 'Choose a time, or another professional.',
  same: 'This is the time as it is. Choose another one, or another professional.',
  anyProfessional: 'anyone available',
  notify: 'Tell the client',
  reason: 'Reason',
  reasonHint: 'Kept in the history. The client does not see it.',
  move: 'Move',
  moved: (client, when, who) => `${client} is moved: ${when}, with ${who}.`,
  movedBack: (client) => `${client} is back at the time before.`,
  notMovable: 'This appointment can no longer be moved.',
}

export const MOVE_TEXTS: Texts<typeof pt> = { pt, en }

import type { Texts } from '../words/language.tsx'

const pt = {
  sessions: 'Sessões abertas',
  none: 'Nenhuma sessão aberta',
  aboutNone: 'Esta pessoa não está em nenhum aparelho agora.',
  unknown: 'Programa desconhecido',
  current: 'Esta sessão',
  end: 'Encerrar',
  endOf: (name: string, opened: string) => `Encerrar a sessão ${name}, aberta em ${opened}`,
  endOthers: 'Encerrar todas as outras',
  endAll: 'Encerrar todas',
  ended: 'A sessão foi encerrada.',
  endedMany: (count: number) =>
    count === 1 ? 'Uma sessão foi encerrada.' : `${count} sessões foram encerradas.`,
  times: (opened: string, used: string, address: string | null) =>
    `Aberta em ${opened}. Último uso: ${used}.${address === null ? '' : ` Endereço: ${address}`}`,
}

const en: typeof pt = {
  sessions: 'Open sessions',
  none: 'No open session',
  aboutNone: 'This person is signed in nowhere at the moment.',
  unknown: 'Unknown program',
  current: 'This session',
  end: 'End',
  endOf: (name: string, opened: string) => `End the session ${name}, opened ${opened}`,
  endOthers: 'End all others',
  endAll: 'End all',
  ended: 'The session has ended.',
  endedMany: (count: number) =>
    count === 1 ? 'One session has ended.' : `${count} sessions have ended.`,
  times: (opened: string, used: string, address: string | null) =>
    `Opened ${opened}. Last used ${used}.${address === null ? '' : ` Address: ${address}`}`,
}

export const SESSION_LIST_TEXTS: Texts<typeof pt> = { pt, en }

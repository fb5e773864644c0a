import type { Call } from './access.ts'

type Task = {
  readonly words: { readonly pt: string; readonly en: string }
  /** A user who may call it may do the task. */
  readonly call: Call
  /** With the access `professional`: of the own professional, and of their clients. */
  readonly isOwn?: true
}

/** What people do here, in words: the people page and the guide show it. */
export const MAIN_TASKS: readonly Task[] = [
  {
    words: {
      pt: 'Ver a agenda, agendar, remarcar e cancelar',
      en: 'See the agenda; book, move and cancel',
    },
    call: 'appointments.create',
    isOwn: true,
  },
  {
    words: { pt: 'Bloquear horários na agenda', en: 'Block time in the agenda' },
    call: 'schedule.createBlockedTime',
    isOwn: true,
  },
  { words: { pt: 'Atender a fila', en: 'Serve the queue' }, call: 'queue.callEntry', isOwn: true },
  { words: { pt: 'Lista de espera', en: 'Waitlist' }, call: 'waitlist.list' },
  {
    words: { pt: 'Ver e mudar fichas de clientes', en: 'See and change clients' },
    call: 'clients.update',
    isOwn: true,
  },
  {
    words: { pt: 'Ler e escrever mensagens de clientes', en: 'Read and write messages of clients' },
    call: 'messaging.sendText',
  },
  {
    words: {
      pt: 'Cobrar sinais e marcar como recebidos',
      en: 'Ask for deposits and mark them received',
    },
    call: 'deposits.confirmByHand',
  },
  { words: { pt: 'Devolver sinais', en: 'Refund deposits' }, call: 'deposits.refund' },
  {
    words: { pt: 'Mudar preços, marcar notas fiscais', en: 'Change prices, mark invoices' },
    call: 'appointments.changePrice',
  },
  { words: { pt: 'Apagar agendamentos', en: 'Delete appointments' }, call: 'appointments.delete' },
  {
    words: { pt: 'Unir, importar e baixar clientes', en: 'Merge, import and download clients' },
    call: 'clients.merge',
  },
  {
    words: { pt: 'Serviços, profissionais e horários', en: 'Services, professionals and hours' },
    call: 'services.update',
  },
  { words: { pt: 'Textos das mensagens', en: 'Texts of messages' }, call: 'messaging.setText' },
  { words: { pt: 'Ver o histórico de mudanças', en: 'See who changed what' }, call: 'audit.list' },
  {
    words: {
      pt: 'Endereços da própria agenda para outros calendários',
      en: 'Addresses of the own agenda for other calendars',
    },
    call: 'calendars.createFeed',
    isOwn: true,
  },
  {
    words: {
      pt: 'Apagar e exportar os dados de um cliente',
      en: 'Erase and export the data of a client',
    },
    call: 'clients.erase',
  },
  {
    words: {
      pt: 'Pessoas, configurações, banco, chaves e webhooks',
      en: 'People, settings, bank, keys and webhooks',
    },
    call: 'account.inviteUser',
  },
]

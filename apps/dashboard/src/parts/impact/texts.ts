import type { Texts } from '../../words/language.tsx'
import type { Action, Concerned, HoldAction, Impact } from './change.ts'

type Reason = Concerned['reason']

const pt = {
  title: (count: number, holds: number) =>
    count === 0
      ? holds === 1
        ? '1 horário reservado é afetado'
        : `${holds} horários reservados são afetados`
      : count === 1
        ? '1 agendamento é afetado'
        : `${count} agendamentos são afetados`,
  about: (what: string) =>
    `${what}: com esta mudança, o que está abaixo perde o lugar. Decida antes de salvar; nada foi mudado ainda.`,
  forAll: 'O que acontece com todos',
  list: 'Agendamentos afetados',
  actions: {
    keep: 'Manter',
    move: 'Passar para outro profissional',
    cancel: 'Cancelar',
  } satisfies Record<Action, string>,
  actionNotes: {
    keep: 'Continuam no mesmo horário, com o mesmo profissional.',
    move: 'Quem faz o serviço e está livre no mesmo horário assume. Sem ninguém livre, o agendamento fica como está.',
    cancel:
      'São cancelados pela clínica, e os clientes são avisados como em qualquer cancelamento.',
  } satisfies Record<Action, string>,
  holds: 'Horários reservados por quem está marcando agora',
  holdActions: { keep: 'Manter', release: 'Liberar' } satisfies Record<HoldAction, string>,
  holdNotes: {
    keep: 'Ainda podem ser marcados até a reserva vencer, em poucos minutos.',
    release: 'Quem está marcando perde o horário.',
  } satisfies Record<HoldAction, string>,
  heldBy: (name: string, until: string) => `${name}, até ${until}`,
  reason: 'Motivo (opcional)',
  reasonNote: 'Fica guardado com o que for movido ou cancelado.',
  reasons: {
    service_not_offered: 'Serviço fora da oferta',
    professional_inactive: 'Profissional saiu',
    professional_cannot_perform: 'Profissional não faz mais o serviço',
    holiday: 'Feriado',
    outside_hours: 'Fora do horário',
    blocked: 'Horário bloqueado',
    over_capacity: 'Sem vaga no grupo',
  } satisfies Record<Reason, string>,
  movesTo: 'Passa para',
  notMoved: 'Ninguém está livre: fica como está.',
  notCancelled: 'Não pode ser cancelado: fica como está.',
  decisionFor: (client: string, when: string) => `Decisão para ${client}, ${when}`,
  notShown: (count: number) =>
    count === 1
      ? 'Mais 1 não aparece aqui; vale para ele o que se decide para todos.'
      : `Mais ${count} não aparecem aqui; vale para eles o que se decide para todos.`,
  outcome: ({ kept, moved, cancelled }: Impact) =>
    `Ao salvar: ${kept} ${kept === 1 ? 'mantido' : 'mantidos'}, ${moved} ${moved === 1 ? 'passado a outro' : 'passados a outros'}, ${cancelled} ${cancelled === 1 ? 'cancelado' : 'cancelados'}.`,
  changedTitle: 'Algo mudou enquanto você decidia',
  changed: 'A lista abaixo é a de agora. Confira as decisões e salve de novo.',
  giveUp: 'Voltar sem salvar',
  save: 'Salvar a mudança',
}

const en: typeof pt = {
  title: (count, holds) =>
    count === 0
      ? holds === 1
        ? '1 held time is concerned'
        : `${holds} held times are concerned`
      : count === 1
        ? '1 appointment is concerned'
        : `${count} appointments are concerned`,
  about: (what) =>
    `${what}: with this change, what stands below loses its place. Decide before you save; nothing has changed yet.`,
  forAll: 'What happens to all of them',
  list: 'Appointments concerned',
  actions: { keep: 'Keep', move: 'Give to another professional', cancel: 'Cancel' },
  actionNotes: {
    keep: 'They stay at the same time, with the same professional.',
    move: 'Another professional who performs the service and is free at the same time takes over. If no one is free, the appointment stays as it is.',
    cancel: 'The clinic cancels them, and the clients are told as of any cancellation.',
  },
  holds: 'Times held by people who are booking now',
  holdActions: { keep: 'Keep', release: 'Release' },
  holdNotes: {
    keep: 'They can still be booked until the hold expires, in a few minutes.',
    release: 'The people who are booking lose the time.',
  },
  heldBy: (name, until) => `${name}, until ${until}`,
  reason: 'Reason (optional)',
  reasonNote: 'It is kept with what is moved or cancelled.',
  reasons: {
    service_not_offered: 'Service not offered',
    professional_inactive: 'Professional left',
    professional_cannot_perform: 'Professional no longer performs the service',
    holiday: 'Holiday',
    outside_hours: 'Outside the hours',
    blocked: 'Blocked time',
    over_capacity: 'No seat left in the group',
  },
  movesTo: 'Goes to',
  notMoved: 'No one is free: it stays as it is.',
  notCancelled: 'It cannot be cancelled: it stays as it is.',
  decisionFor: (client, when) => `Decision for ${client}, ${when}`,
  notShown: (count) =>
    `${count} more ${count === 1 ? 'is' : 'are'} not shown here; what is decided for all holds for ${count === 1 ? 'it' : 'them'}.`,
  outcome: ({ kept, moved, cancelled }) =>
    `When you save: ${kept} kept, ${moved} given to others, ${cancelled} cancelled.`,
  changedTitle: 'Something changed while you decided',
  changed: 'The list below is what it is now. Check the decisions and save again.',
  giveUp: 'Back without saving',
  save: 'Save the change',
}

export const IMPACT_TEXTS: Texts<typeof pt> = { pt, en }

import type { Texts } from '../../../words/language.tsx'

const pt = {
  about: (name: string) =>
    `Dias em que ${name} atende em outro horário, ou não atende. Valem no lugar da semana, também em feriados.`,
  add: 'Adicionar uma data',
  emptyTitle: 'Nenhuma data especial',
  empty: 'Todos os dias seguem os horários da semana. Adicione uma data para mudar um dia só.',
  list: 'Datas especiais',
  closed: 'Não atende',
  edit: (day: string) => `Editar ${day}`,
  remove: (day: string) => `Voltar ${day} aos horários da semana`,
  newTitle: 'Nova data especial',
  editTitle: (day: string) => `Horários de ${day}`,
  date: 'Data',
  kind: 'Neste dia',
  open: 'Atende em outro horário',
  hours: 'Horários',
  hoursHelp: 'Por exemplo: 08:00–12:00, 14:00–18:00',
  hoursMissing: 'Escreva pelo menos um horário, ou escolha “Não atende”.',
  replaces: 'Esta data já tem horários próprios. Eles serão trocados por estes.',
  save: 'Salvar a data',
  change: (name: string, day: string) => `Horários de ${name} em ${day}`,
  saved: (day: string) => `${day}: horários salvos.`,
  cleared: (day: string) => `${day} segue de novo a semana.`,
}

const en: typeof pt = {
  about: (name) =>
    `Days on which ${name} works at other hours, or not at all. They hold instead of the week, on holidays too.`,
  add: 'Add a date',
  emptyTitle: 'No special dates',
  empty: 'Every day follows the hours of the week. Add a date to change a single day.',
  list: 'Special dates',
  closed: 'Does not work',
  edit: (day) => `Edit ${day}`,
  remove: (day) => `Let ${day} follow the week again`,
  newTitle: 'New special date',
  editTitle: (day) => `Hours of ${day}`,
  date: 'Date',
  kind: 'On this day',
  open: 'Works at other hours',
  hours: 'Hours',
  hoursHelp: 'For example: 08:00–12:00, 14:00–18:00',
  hoursMissing: 'Write the hours, or choose “Does not work”.',
  replaces: 'This date has hours of its own already. These will replace them.',
  save: 'Save the date',
  change: (name, day) => `Hours of ${name} on ${day}`,
  saved: (day) => `${day}: hours saved.`,
  cleared: (day) => `${day} follows the week again.`,
}

export const DATES_TEXTS: Texts<typeof pt> = { pt, en }

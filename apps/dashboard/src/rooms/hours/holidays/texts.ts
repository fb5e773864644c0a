import type { Texts } from '../../../words/language.tsx'

const pt = {
  about:
    'Dias em que a clínica não abre. Quem tem uma data especial no feriado atende mesmo assim.',
  add: 'Adicionar um feriado',
  emptyTitle: 'Nenhum feriado nos próximos 12 meses',
  empty: 'Adicione os feriados em que a clínica fecha, para ninguém marcar neles.',
  list: 'Feriados dos próximos 12 meses',
  remove: (name: string, day: string) => `Remover o feriado ${name}, ${day}`,
  title: 'Novo feriado',
  date: 'Data',
  name: 'Nome',
  namePlaceholder: 'Natal',
  save: 'Salvar o feriado',
  change: (name: string, day: string) => `${name}, ${day}`,
  saved: (name: string) => `${name}: feriado salvo.`,
  removed: (name: string) => `${name} não é mais feriado.`,
}

const en: typeof pt = {
  about:
    'Days on which the clinic is closed. Professionals with a special date on a holiday work anyway.',
  add: 'Add a holiday',
  emptyTitle: 'No holidays in the next 12 months',
  empty: 'Add the holidays on which the clinic is closed, so that no one books on them.',
  list: 'Holidays of the next 12 months',
  remove: (name, day) => `Remove the holiday ${name}, ${day}`,
  title: 'New holiday',
  date: 'Date',
  name: 'Name',
  namePlaceholder: 'Christmas',
  save: 'Save the holiday',
  change: (name, day) => `${name}, ${day}`,
  saved: (name) => `${name}: holiday saved.`,
  removed: (name) => `${name} is no longer a holiday.`,
}

export const HOLIDAYS_TEXTS: Texts<typeof pt> = { pt, en }

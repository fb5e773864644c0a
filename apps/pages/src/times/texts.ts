import type { Texts } from '../language.ts'

const PT = {
  days: 'Dias com horário livre',
  laterDays: 'Dias seguintes',
  month: 'Ver o mês',
  monthBefore: 'Mês anterior',
  monthAfter: 'Próximo mês',
  openUntil: (day: string) => `Agenda aberta até ${day}.`,
  full: 'sem horário livre',
  earlier: 'Quer um horário antes? Avise-me se abrir',
  noneChosen: 'Escolha um horário',
  dayFull: 'Não há horário livre neste dia.',
  allFull: 'Não há horário livre por enquanto.',
  tellMe: 'Avise-me se abrir uma vaga',
  morning: 'Manhã',
  afternoon: 'Tarde',
  evening: 'Noite',
  zone: 'Os horários são neste fuso',
  yours: 'No seu fuso',
  below: 'embaixo, no seu',
}
export type TimesTexts = typeof PT

const EN: TimesTexts = {
  days: 'Days with a free time',
  laterDays: 'Later days',
  month: 'See the month',
  monthBefore: 'Month before',
  monthAfter: 'Next month',
  openUntil: (day) => `Bookings are open until ${day}.`,
  full: 'no free time',
  earlier: 'Looking for an earlier time? Tell me if one opens up',
  noneChosen: 'Choose a time',
  dayFull: 'There is no free time on this day.',
  allFull: 'There is no free time for now.',
  tellMe: 'Tell me when a time opens up',
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  zone: 'Times are in this zone',
  yours: 'In your zone',
  below: 'below each, in yours',
}

export const TIMES_TEXTS: Texts<TimesTexts> = { pt: PT, en: EN }

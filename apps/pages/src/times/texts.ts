import type { Texts } from '../language.ts'

const PT = {
  days: 'Dias com horário livre',
  laterDays: 'Dias seguintes',
  otherDay: 'Outro dia',
  see: 'Ver',
  otherWho: 'Você mudou com quem quer o horário. Escolha um destes.',
  dayFull: 'Não há horário livre neste dia.',
  allFull: 'Não há horário livre por enquanto.',
  tellMe: 'Avise-me se abrir uma vaga',
  morning: 'Manhã',
  afternoon: 'Tarde',
  evening: 'Noite',
  zone: 'Os horários são neste fuso',
}
export type TimesTexts = typeof PT

const EN: TimesTexts = {
  days: 'Days with a free time',
  laterDays: 'Later days',
  otherDay: 'Another day',
  see: 'See',
  otherWho: 'You changed who the time is with. Choose one of these.',
  dayFull: 'There is no free time on this day.',
  allFull: 'There is no free time for now.',
  tellMe: 'Tell me when time frees',
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  zone: 'Times are in this zone',
}

export const TIMES_TEXTS: Texts<TimesTexts> = { pt: PT, en: EN }

import type { Texts } from '../../words/language.tsx'

const pt = {
  when: 'Quando',
  nextDays: 'Próximos dias com horários livres',
  free: (count: number) => (count === 1 ? '1 horário livre' : `${count} horários livres`),
  day: 'Dia',
  dayBefore: 'Dia anterior',
  dayAfter: 'Dia seguinte',
  freeOn: (day: string) => `Horários livres, ${day}`,
  noneToday: 'Nenhum horário livre neste dia.',
  noneAtAll: 'Nenhum horário livre até onde se pode agendar.',
  seats: (count: number) => (count === 1 ? '1 lugar' : `${count} lugares`),
  taken: (time: string) => `O horário das ${time} acabou de ser ocupado`,
  takenOthers: 'Nada do que você preencheu se perdeu. Horários próximos:',
  takenNoOther: 'Nada do que você preencheu se perdeu. Escolha outro dia.',
  take: (time: string) => `Usar ${time}`,
  otherTime: 'Outro horário',
  aboutOtherTime: 'Qualquer horário dentro do expediente que esteja livre.',
  notOffered: 'Este horário não está na lista. Só será marcado se estiver livre.',
}

const en: typeof pt = {
  when: 'When',
  nextDays: 'Next days with free times',
  free: (count) => (count === 1 ? '1 free time' : `${count} free times`),
  day: 'Day',
  dayBefore: 'Day before',
  dayAfter: 'Day after',
  freeOn: (day) => `Free times, ${day}`,
  noneToday: 'Nothing is free on this day.',
  noneAtAll: 'Nothing is free as far ahead as can be booked.',
  seats: (count) => (count === 1 ? '1 seat' : `${count} seats`),
  taken: (time) => `${time} has just been taken`,
  takenOthers: 'Nothing that you filled in is lost. Times nearby:',
  takenNoOther: 'Nothing that you filled in is lost. Choose another day.',
  take: (time) => `Use ${time}`,
  otherTime: 'Another time',
  aboutOtherTime: 'Any time within the working hours that is free.',
  notOffered: 'This time is not in the list. It is booked only if it is free.',
}

export const SLOT_TEXTS: Texts<typeof pt> = { pt, en }

import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Horários',
  about: 'Quando cada profissional atende, os feriados da clínica e os horários bloqueados.',
  tabs: {
    week: 'Semana',
    dates: 'Exceções',
    holidays: 'Feriados',
    blocked: 'Bloqueios',
  },
  professional: 'Profissional',
  strangerTitle: 'Este profissional não está na lista',
  stranger: 'O endereço pode ser antigo, ou o profissional saiu. Escolha outro na lista.',
  noProfessionalsTitle: 'Ninguém atende ainda',
  noProfessionals: 'Cadastre o primeiro profissional para definir os horários dele.',
  toProfessionals: 'Ir para Profissionais',
}

const en: typeof pt = {
  title: 'Hours',
  about: 'When each professional works, the holidays of the clinic, and blocked times.',
  tabs: { week: 'Week', dates: 'Exceptions', holidays: 'Holidays', blocked: 'Blocked' },
  professional: 'Professional',
  strangerTitle: 'This professional is not in the list',
  stranger: 'The address may be old, or the professional left. Choose another one in the list.',
  noProfessionalsTitle: 'No one works here yet',
  noProfessionals: 'Add the first professional to set their hours.',
  toProfessionals: 'Go to Professionals',
}

export const HOURS_TEXTS: Texts<typeof pt> = { pt, en }

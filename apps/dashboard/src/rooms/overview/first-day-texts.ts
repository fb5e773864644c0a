import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Primeiros passos',
  about: (done: number, all: number) =>
    `${done} de ${all} prontos. O que você configura é marcado sozinho.`,
  dismiss: 'Dispensar os primeiros passos',
  done: 'pronto',
  steps: {
    hours: 'Definir os horários de trabalho',
    services: 'Cadastrar serviços e quem os faz',
    people: 'Convidar a equipe',
    page: 'Escolher o endereço da página pública',
    number: 'Conectar o número do WhatsApp',
    bank: 'Conectar a conta que recebe os sinais',
  },
}

const en: typeof pt = {
  title: 'First steps',
  about: (done, all) => `${done} of ${all} done. What you set up is ticked off by itself.`,
  dismiss: 'Dismiss the first steps',
  done: 'done',
  steps: {
    hours: 'Set the working hours',
    services: 'Add services and who performs them',
    people: 'Invite the team',
    page: 'Choose the address of the public page',
    number: 'Connect the WhatsApp number',
    bank: 'Connect the account that receives deposits',
  },
}

export const FIRST_DAY_TEXTS: Texts<typeof pt> = { pt, en }

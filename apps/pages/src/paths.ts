/** The words of addresses that clients see, in one table. They are Portuguese in every language. */

/** Behind `/{slug}/`. The first step stands at `/{slug}` itself. */
export const STEPS = {
  times: 'horario',
  details: 'dados',
  book: 'reservar',
  queue: 'fila',
  waitlist: 'espera',
} as const
export type Step = keyof typeof STEPS

/** Behind the address of a link, such as `/a/{token}/`. */
export const DEEDS = {
  move: 'mover',
  cancel: 'cancelar',
  confirm: 'confirmar',
  leave: 'sair',
  coming: 'a-caminho',
  here: 'cheguei',
  take: 'aceitar',
  decline: 'recusar',
} as const
export type Deed = keyof typeof DEEDS

/** The step of the unsubscribe page that allows e-mails again. */
export const AGAIN = 'voltar'

/** What a page keeps in its address. */
export const PARAMETERS = {
  service: 'servico',
  professional: 'profissional',
  /** More than one service can be chosen. */
  several: 'varios',
  date: 'dia',
  /** The first of the days that are offered. */
  since: 'desde',
  /** `YYYY-MM`: the month whose days are shown. */
  month: 'mes',
  start: 'inicio',
  language: 'idioma',
  embed: 'embed',
  /** The form is shown again with what was typed, and does nothing. */
  review: 'rever',
  /** What was posted. */
  kept: 'guardado',
  /** The record was just made. */
  isNew: 'novo',
  /** For whom it was made, sealed. */
  forWhom: 'para',
  /** By which way a message about it should arrive. */
  arrival: 'aviso',
  /** What was just done to it. */
  done: 'feito',
} as const

/** By which way a message about a new record should arrive. */
export const ARRIVALS = ['whatsapp', 'email'] as const
export type Arrival = (typeof ARRIVALS)[number]

/** What a form posts, beside the parameters. */
export const FIELDS = {
  firstName: 'nome',
  lastName: 'sobrenome',
  phone: 'telefone',
  email: 'email',
  /** Ticked: messages by WhatsApp. */
  whatsapp: 'whatsapp',
  notes: 'observacoes',
  /** Why it is cancelled. */
  reason: 'motivo',
  /** Of the waitlist: the first and the last day, the weekdays and the part of the day. */
  fromDate: 'de',
  toDate: 'ate',
  weekdays: 'semana',
  part: 'parte',
  /** The e-mail that a hint proposed, and that is taken. */
  meant: 'certo',
  /** The hints about the contact were shown. */
  hinted: 'visto',
  /** The id of the submission. */
  submission: 'envio',
  /** Worked out for the submission by the script. */
  proof: 'prova',
  /** A person does not see it. */
  trap: 'site',
} as const

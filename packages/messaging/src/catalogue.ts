/**
 * What clients are told: one row for each purpose, with its texts in both languages. Texts are templates of the language of
 * webhooks. Their variables are those of an event, with the facts of the message as `data.object`.
 */

import { ACTION_WORDS, CODE_WORDS, STATE_WORDS, type ActionWord, type StateWord } from './words.ts'

type Language = 'pt' | 'en'

export const PURPOSES = [
  'booked',
  'confirmed',
  'moved',
  'room',
  'cancelled',
  'reminder',
  'joined',
  'called',
  'no_show',
  'deposit_asked',
  'deposit_paid',
  'deposit_expired',
  'deposit_refunded',
  'link',
  'wish',
  'offer',
  'answer_confirmed',
  'answer_open',
  'answer_unpaid',
  'answer_too_late',
  'answer_stopped',
  'answer_started',
] as const
export type Purpose = (typeof PURPOSES)[number]

export type PurposeText = { readonly subject: string; readonly body: string }

type Row = {
  /** What the record of messages calls it. */
  readonly kind: 'CONFIRMATION' | 'REMINDER' | 'QUEUE_CALL' | 'NO_SHOW' | 'OTHER'
  /** SIM and NÃO answer it. */
  readonly isQuestion: boolean
  /**
   * What the platform has to approve for messages outside of a conversation: its name, and the facts that its places hold,
   * in their order. Null: it is sent within a conversation alone.
   */
  readonly template: { readonly name: string; readonly places: readonly string[] } | null
  readonly texts: { readonly pt: PurposeText; readonly en: PurposeText }
}

const HELLO_PT = 'Olá, {{ data.object.client_first_name }}!'
const HELLO_EN = 'Hello, {{ data.object.client_first_name }}!'
const TEAM = '{{ organization.name }}'
/** What, when and where, each in a line. A paragraph of its own: the page of an e-mail shows it as a card. */
const DETAILS = '\n\n{{ data.object.details }}'
/** The state, then the day: what a list of mails shows first. */
const DAY = `{% if data.object.when %}: {{ data.object.when }}{% endif %} · ${TEAM}`
const subject = (language: Language, state: StateWord) => `${STATE_WORDS[state][language]}${DAY}`
const subjectByStatus = (language: Language) =>
  `{% if data.object.amount %}${STATE_WORDS.unpaid[language]}{% elif data.object.status == 'PENDING' %}${STATE_WORDS.requested[language]}{% else %}${STATE_WORDS.confirmed[language]}{% endif %}${DAY}`
/** A link in a line of its own: the page of an e-mail shows it as a button. */
const line = (language: Language, action: ActionWord, fact: string) =>
  `{% if data.object.${fact} %}\n\n${ACTION_WORDS[action][language]}: {{ data.object.${fact} }}{% endif %}`
const changeLine = (language: Language, fact: 'link' | 'booking_link' = 'link') =>
  `{% if data.object.changes_until %}${line(language, 'change', fact)}{% else %}${line(language, 'see', fact)}{% endif %}`
const roomLine = (language: Language) => line(language, 'enter', 'meeting_url')
const BY_TEAM = {
  pt: 'A equipe vai combinar o sinal de R$ {{ data.object.amount }} com você.',
  en: 'The team will arrange the deposit of R$ {{ data.object.amount }} with you.',
}
/** Without a link the team asks for the deposit that is open. */
const payLine = (language: Language) =>
  `{% if data.object.payment_url %}\n\n${ACTION_WORDS.pay[language]}: {{ data.object.payment_url }}{% elif data.object.amount %}\n\n${BY_TEAM[language]}{% endif %}`
const askedLine = (language: Language, byCode: string, until: string) =>
  `{% if data.object.payment_url %}${byCode}{% else %}${BY_TEAM[language]} ${until}{% endif %}`
const againLine = (language: Language) => line(language, 'again', 'page')
const codeLines = (language: Language) =>
  `{% if data.object.payment_code %}\n\n${CODE_WORDS[language]}:\n{{ data.object.payment_code }}{% endif %}`
/** Answers to an e-mail are not read. */
const answerable = (text: string) => `{% if data.object.channel != 'email' %}\n\n${text}{% endif %}`
const ASK_PT = answerable('Responda SIM para confirmar ou NÃO para cancelar.')
const ASK_EN = answerable('Reply YES to confirm or NO to cancel.')
const MORE_PT =
  '{% if data.object.more %} O mesmo vale para mais {{ data.object.more }} data(s) da série.{% endif %}'
const MORE_EN =
  '{% if data.object.more %} The same goes for {{ data.object.more }} more date(s) of the series.{% endif %}'
const REQUESTED_PT = `Recebemos seu pedido de horário. Ele ainda não está confirmado{% if data.object.channel == 'email' %}: avisamos você assim que estiver{% endif %}.${MORE_PT}`
const REQUESTED_EN = `We have received your request. It is not confirmed yet{% if data.object.channel == 'email' %}: we will tell you as soon as it is{% endif %}.${MORE_EN}`
const CONFIRMED_PT = 'Seu horário está confirmado.'
const CONFIRMED_EN = 'Your appointment is confirmed.'
const PLACES = ['client_first_name', 'services', 'professional_name', 'when', 'link'] as const
const PLACES_WITHOUT_LINK = ['client_first_name', 'services', 'professional_name', 'when'] as const

export const CATALOGUE: Readonly<Record<Purpose, Row>> = {
  booked: {
    kind: 'CONFIRMATION',
    isQuestion: true,
    template: { name: 'appointment_booked', places: PLACES },
    texts: {
      pt: {
        subject: subjectByStatus('pt'),
        body: `${HELLO_PT}\n\n{% if data.object.status == 'PENDING' %}${REQUESTED_PT}${DETAILS}${ASK_PT}{% else %}${CONFIRMED_PT}${MORE_PT}${DETAILS}{% endif %}${payLine('pt')}${roomLine('pt')}${changeLine('pt')}`,
      },
      en: {
        subject: subjectByStatus('en'),
        body: `${HELLO_EN}\n\n{% if data.object.status == 'PENDING' %}${REQUESTED_EN}${DETAILS}${ASK_EN}{% else %}${CONFIRMED_EN}${MORE_EN}${DETAILS}{% endif %}${payLine('en')}${roomLine('en')}${changeLine('en')}`,
      },
    },
  },
  confirmed: {
    kind: 'CONFIRMATION',
    isQuestion: false,
    template: { name: 'appointment_confirmed', places: PLACES },
    texts: {
      pt: {
        subject: subject('pt', 'confirmed'),
        body: `${HELLO_PT}\n\n${CONFIRMED_PT}${DETAILS}${payLine('pt')}${roomLine('pt')}${changeLine('pt')}`,
      },
      en: {
        subject: subject('en', 'confirmed'),
        body: `${HELLO_EN}\n\n${CONFIRMED_EN}${DETAILS}${payLine('en')}${roomLine('en')}${changeLine('en')}`,
      },
    },
  },
  moved: {
    kind: 'OTHER',
    isQuestion: true,
    template: { name: 'appointment_moved', places: PLACES },
    texts: {
      pt: {
        subject: subject('pt', 'moved'),
        body: `${HELLO_PT}\n\nSeu horário mudou.{% if data.object.status == 'PENDING' %} O novo ainda não está confirmado.{% endif %}${MORE_PT}${DETAILS}{% if data.object.status == 'PENDING' %}${ASK_PT}{% endif %}${payLine('pt')}${roomLine('pt')}${changeLine('pt')}`,
      },
      en: {
        subject: subject('en', 'moved'),
        body: `${HELLO_EN}\n\nYour appointment has moved.{% if data.object.status == 'PENDING' %} The new time is not confirmed yet.{% endif %}${MORE_EN}${DETAILS}{% if data.object.status == 'PENDING' %}${ASK_EN}{% endif %}${payLine('en')}${roomLine('en')}${changeLine('en')}`,
      },
    },
  },
  room: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'appointment_room', places: PLACES },
    texts: {
      pt: {
        subject: subject('pt', 'room'),
        body: `${HELLO_PT}\n\n{% if data.object.meeting_url %}A sala online do seu horário mudou.{% else %}A sala online do seu horário não vale mais. Avisaremos qual é a nova.{% endif %}${DETAILS}${roomLine('pt')}${changeLine('pt')}`,
      },
      en: {
        subject: subject('en', 'room'),
        body: `${HELLO_EN}\n\n{% if data.object.meeting_url %}The online room of your appointment has changed.{% else %}The online room of your appointment can no longer be used. We will tell you the new one.{% endif %}${DETAILS}${roomLine('en')}${changeLine('en')}`,
      },
    },
  },
  cancelled: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'appointment_cancelled', places: PLACES_WITHOUT_LINK },
    texts: {
      pt: {
        subject: subject('pt', 'cancelled'),
        body: `${HELLO_PT}\n\n{% if data.object.status == 'CANCELLED_CLIENT' %}Você cancelou seu horário.{% else %}Seu horário foi cancelado.{% endif %}${MORE_PT}{% if data.object.reason %}\n\nMotivo: {{ data.object.reason }}{% endif %}${DETAILS}${againLine('pt')}`,
      },
      en: {
        subject: subject('en', 'cancelled'),
        body: `${HELLO_EN}\n\n{% if data.object.status == 'CANCELLED_CLIENT' %}You cancelled your appointment.{% else %}Your appointment was cancelled.{% endif %}${MORE_EN}{% if data.object.reason %}\n\nReason: {{ data.object.reason }}{% endif %}${DETAILS}${againLine('en')}`,
      },
    },
  },
  reminder: {
    kind: 'REMINDER',
    isQuestion: true,
    template: { name: 'appointment_reminder', places: PLACES },
    texts: {
      pt: {
        subject: subject('pt', 'reminder'),
        body: `${HELLO_PT}\n\nEste é um lembrete do seu horário.{% if data.object.status == 'PENDING' %} Ele ainda não está confirmado.{% endif %}${DETAILS}${ASK_PT}${payLine('pt')}${roomLine('pt')}${changeLine('pt')}${answerable('Para não receber lembretes, responda PARAR.')}`,
      },
      en: {
        subject: subject('en', 'reminder'),
        body: `${HELLO_EN}\n\nThis is a reminder of your appointment.{% if data.object.status == 'PENDING' %} It is not confirmed yet.{% endif %}${DETAILS}${ASK_EN}${payLine('en')}${roomLine('en')}${changeLine('en')}${answerable('To get no more reminders, reply STOP.')}`,
      },
    },
  },
  joined: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'queue_joined', places: ['client_first_name', 'services', 'link'] },
    texts: {
      pt: {
        subject: subject('pt', 'queued'),
        body: `${HELLO_PT}\n\nVocê está na fila.${DETAILS}${line('pt', 'follow', 'link')}`,
      },
      en: {
        subject: subject('en', 'queued'),
        body: `${HELLO_EN}\n\nYou are in the queue.${DETAILS}${line('en', 'follow', 'link')}`,
      },
    },
  },
  called: {
    kind: 'QUEUE_CALL',
    isQuestion: false,
    template: { name: 'queue_called', places: ['client_first_name', 'services', 'place', 'link'] },
    texts: {
      pt: {
        subject: subject('pt', 'called'),
        body: `${HELLO_PT}\n\nÉ a sua vez.{% if data.object.place %} Dirija-se a: {{ data.object.place }}.{% endif %}${DETAILS}${line('pt', 'come', 'link')}`,
      },
      en: {
        subject: subject('en', 'called'),
        body: `${HELLO_EN}\n\nIt is your turn.{% if data.object.place %} Please come to: {{ data.object.place }}.{% endif %}${DETAILS}${line('en', 'come', 'link')}`,
      },
    },
  },
  no_show: {
    kind: 'NO_SHOW',
    isQuestion: false,
    template: { name: 'appointment_no_show', places: PLACES_WITHOUT_LINK },
    texts: {
      pt: {
        subject: subject('pt', 'over'),
        body: `${HELLO_PT}\n\nSentimos sua falta: você não veio ao seu horário.${DETAILS}{% if data.object.page %}${againLine('pt')}{% else %}\n\nFale conosco para marcar outro.{% endif %}`,
      },
      en: {
        subject: subject('en', 'over'),
        body: `${HELLO_EN}\n\nWe missed you: you did not come to your appointment.${DETAILS}{% if data.object.page %}${againLine('en')}{% else %}\n\nPlease get in touch for another time.{% endif %}`,
      },
    },
  },
  deposit_asked: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_asked', places: ['client_first_name', 'amount', 'until', 'link'] },
    texts: {
      pt: {
        subject: subject('pt', 'unpaid'),
        body: `${HELLO_PT}\n\n{% if data.object.start %}Seu horário aguarda o sinal.{% else %}Seu lugar na fila aguarda o sinal.{% endif %} ${askedLine('pt', 'Para garantir, pague R$ {{ data.object.amount }} até {{ data.object.until }}.', 'Sem o pagamento, a reserva vale até {{ data.object.until }}.')}${DETAILS}${line('pt', 'pay', 'payment_url')}${codeLines('pt')}{% if data.object.start %}${changeLine('pt', 'booking_link')}{% else %}${line('pt', 'follow', 'booking_link')}{% endif %}`,
      },
      en: {
        subject: subject('en', 'unpaid'),
        body: `${HELLO_EN}\n\n{% if data.object.start %}Your appointment waits for the deposit.{% else %}Your place in the queue waits for the deposit.{% endif %} ${askedLine('en', 'To keep it, pay R$ {{ data.object.amount }} by {{ data.object.until }}.', 'Unpaid, it is kept until {{ data.object.until }}.')}${DETAILS}${line('en', 'pay', 'payment_url')}${codeLines('en')}{% if data.object.start %}${changeLine('en', 'booking_link')}{% else %}${line('en', 'follow', 'booking_link')}{% endif %}`,
      },
    },
  },
  deposit_paid: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_paid', places: ['client_first_name', 'amount'] },
    texts: {
      pt: {
        subject: subject('pt', 'paid'),
        body: `${HELLO_PT}\n\nRecebemos seu sinal de R$ {{ data.object.amount }}.{% if data.object.booking_status == 'CONFIRMED' %} ${CONFIRMED_PT}{% endif %}${DETAILS}${roomLine('pt')}{% if data.object.start %}${changeLine('pt', 'booking_link')}{% else %}${line('pt', 'follow', 'booking_link')}{% endif %}`,
      },
      en: {
        subject: subject('en', 'paid'),
        body: `${HELLO_EN}\n\nWe received your deposit of R$ {{ data.object.amount }}.{% if data.object.booking_status == 'CONFIRMED' %} ${CONFIRMED_EN}{% endif %}${DETAILS}${roomLine('en')}{% if data.object.start %}${changeLine('en', 'booking_link')}{% else %}${line('en', 'follow', 'booking_link')}{% endif %}`,
      },
    },
  },
  deposit_expired: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_expired', places: ['client_first_name', 'amount'] },
    texts: {
      pt: {
        subject: subject('pt', 'cancelled'),
        body: `${HELLO_PT}\n\nO sinal de R$ {{ data.object.amount }} não foi pago a tempo, e {% if data.object.start %}o horário{% else %}o lugar na fila{% endif %} não está mais reservado.${DETAILS}${againLine('pt')}`,
      },
      en: {
        subject: subject('en', 'cancelled'),
        body: `${HELLO_EN}\n\nThe deposit of R$ {{ data.object.amount }} was not paid in time, and {% if data.object.start %}your appointment{% else %}your place in the queue{% endif %} is no longer held.${DETAILS}${againLine('en')}`,
      },
    },
  },
  deposit_refunded: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_refunded', places: ['client_first_name', 'refunded_amount'] },
    texts: {
      pt: {
        subject: subject('pt', 'refunded'),
        body: `${HELLO_PT}\n\nDevolvemos R$ {{ data.object.refunded_amount }} do seu sinal.${DETAILS}{% if data.object.start %}${changeLine('pt', 'booking_link')}{% endif %}`,
      },
      en: {
        subject: subject('en', 'refunded'),
        body: `${HELLO_EN}\n\nWe refunded R$ {{ data.object.refunded_amount }} of your deposit.${DETAILS}{% if data.object.start %}${changeLine('en', 'booking_link')}{% endif %}`,
      },
    },
  },
  link: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'booking_link', places: ['client_first_name', 'link'] },
    texts: {
      pt: {
        subject: subject('pt', 'link'),
        body: `${HELLO_PT}\n\n{% if data.object.start %}Você já tem este horário.{% else %}Você já tem este lugar na fila.{% endif %}${DETAILS}{% if data.object.start %}${changeLine('pt')}{% else %}${line('pt', 'follow', 'link')}{% endif %}`,
      },
      en: {
        subject: subject('en', 'link'),
        body: `${HELLO_EN}\n\n{% if data.object.start %}You already have this appointment.{% else %}You already have this place in the queue.{% endif %}${DETAILS}{% if data.object.start %}${changeLine('en')}{% else %}${line('en', 'follow', 'link')}{% endif %}`,
      },
    },
  },
  wish: {
    kind: 'OTHER',
    isQuestion: false,
    template: {
      name: 'waitlist_confirmation',
      places: ['client_first_name', 'services', 'link'],
    },
    texts: {
      pt: {
        subject: subject('pt', 'unconfirmed'),
        body: `${HELLO_PT}\n\nRecebemos um pedido para avisar você quando abrir uma vaga. Confirme em até um dia.${DETAILS}${line('pt', 'confirmWish', 'link')}\n\nSe não foi você, não precisa fazer nada.`,
      },
      en: {
        subject: subject('en', 'unconfirmed'),
        body: `${HELLO_EN}\n\nWe were asked to tell you when a time opens up. Confirm it within a day.${DETAILS}${line('en', 'confirmWish', 'link')}\n\nIf it was not you, there is nothing to do.`,
      },
    },
  },
  offer: {
    kind: 'OTHER',
    isQuestion: false,
    template: {
      name: 'waitlist_offer',
      places: ['client_first_name', 'services', 'professional_name', 'when', 'until', 'link'],
    },
    texts: {
      pt: {
        subject: subject('pt', 'offered'),
        body: `${HELLO_PT}\n\nAbriu uma vaga. Guardamos este horário para você até {{ data.object.until }}.${DETAILS}${line('pt', 'answerOffer', 'link')}`,
      },
      en: {
        subject: subject('en', 'offered'),
        body: `${HELLO_EN}\n\nA time is free. We are keeping it for you until {{ data.object.until }}.${DETAILS}${line('en', 'answerOffer', 'link')}`,
      },
    },
  },
  answer_confirmed: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Já confirmado em ${TEAM}`,
        body: `Seu horário já está confirmado.${DETAILS}${changeLine('pt')}`,
      },
      en: {
        subject: `Already confirmed at ${TEAM}`,
        body: `Your appointment is confirmed already.${DETAILS}${changeLine('en')}`,
      },
    },
  },
  answer_open: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Sua resposta a ${TEAM}`,
        body: `Não sabemos de qual horário você fala, e nada mudou.${changeLine('pt')}`,
      },
      en: {
        subject: `Your answer to ${TEAM}`,
        body: `We do not know which appointment you mean, and nothing has changed.${changeLine('en')}`,
      },
    },
  },
  answer_unpaid: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Sinal para ${TEAM}`,
        body: `Seu horário será confirmado com o pagamento do sinal de R$ {{ data.object.amount }}.${payLine('pt')}`,
      },
      en: {
        subject: `Deposit for ${TEAM}`,
        body: `Your appointment will be confirmed when the deposit of R$ {{ data.object.amount }} is paid.${payLine('en')}`,
      },
    },
  },
  answer_too_late: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Sua resposta a ${TEAM}`,
        body: `Este horário não pode mais ser alterado por aqui: {{ data.object.when }}. Fale com ${TEAM}.`,
      },
      en: {
        subject: `Your answer to ${TEAM}`,
        body: `This appointment can no longer be changed here: {{ data.object.when }}. Please get in touch with ${TEAM}.`,
      },
    },
  },
  answer_stopped: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Lembretes de ${TEAM}`,
        body: `Você não receberá mais lembretes de ${TEAM} aqui. Para voltar a recebê-los, responda VOLTAR.`,
      },
      en: {
        subject: `Reminders from ${TEAM}`,
        body: `You will get no more reminders from ${TEAM} here. To get them again, reply START.`,
      },
    },
  },
  answer_started: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Lembretes de ${TEAM}`,
        body: `Você voltará a receber lembretes de ${TEAM} aqui. Para não recebê-los, responda PARAR.`,
      },
      en: {
        subject: `Reminders from ${TEAM}`,
        body: `You will get reminders from ${TEAM} here again. To stop them, reply STOP.`,
      },
    },
  },
}

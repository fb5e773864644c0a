/**
 * What clients are told: one row for each purpose, with its texts in both languages. Texts are templates of the language of
 * webhooks. Their variables are those of an event, with the facts of the message as `data.object`.
 */

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

const WHEN_PT = "{{ data.object.start | date('d/m/Y') }} às {{ data.object.start | date('H:i') }}"
const WHEN_EN = "{{ data.object.start | date('d/m/Y') }} at {{ data.object.start | date('H:i') }}"
const HELLO_PT = 'Olá, {{ data.object.client_first_name }}!'
const HELLO_EN = 'Hello, {{ data.object.client_first_name }}!'
const WHAT_PT = '{{ data.object.services }} com {{ data.object.professional_name }}'
const WHAT_EN = '{{ data.object.services }} with {{ data.object.professional_name }}'
const ROOM_PT =
  '{% if data.object.meeting_url %}\n\nEntre na sala online por aqui: {{ data.object.meeting_url }}{% endif %}'
const ROOM_EN =
  '{% if data.object.meeting_url %}\n\nJoin the online room here: {{ data.object.meeting_url }}{% endif %}'
const LINK_PT = '\n\nVeja ou cancele: {{ data.object.link }}'
const LINK_EN = '\n\nSee or cancel it: {{ data.object.link }}'
/** Answers to an e-mail are not read. */
const answerable = (text: string) => `{% if data.object.channel != 'email' %}\n\n${text}{% endif %}`
const ASK_PT = answerable('Responda SIM para confirmar ou NÃO para cancelar.')
const ASK_EN = answerable('Reply YES to confirm or NO to cancel.')
const MORE_PT =
  '{% if data.object.more %} e em mais {{ data.object.more }} data(s) da mesma série{% endif %}'
const MORE_EN =
  '{% if data.object.more %} and on {{ data.object.more }} more date(s) of the same series{% endif %}'
const TEAM_PT = '{{ organization.name }}'
const PLACES = ['client_first_name', 'services', 'professional_name', 'when', 'link'] as const

export const CATALOGUE: Readonly<Record<Purpose, Row>> = {
  booked: {
    kind: 'CONFIRMATION',
    isQuestion: true,
    template: { name: 'appointment_booked', places: PLACES },
    texts: {
      pt: {
        subject: `{% if data.object.status == 'PENDING' %}Pedido de horário{% else %}Agendamento{% endif %} em ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\n{% if data.object.status == 'PENDING' %}Recebemos seu pedido de horário em ${TEAM_PT}: ${WHAT_PT}, em ${WHEN_PT}${MORE_PT}. Falta confirmar.${ASK_PT}{% else %}Seu horário em ${TEAM_PT} está marcado: ${WHAT_PT}, em ${WHEN_PT}${MORE_PT}.{% endif %}${ROOM_PT}${LINK_PT}`,
      },
      en: {
        subject: `{% if data.object.status == 'PENDING' %}Request for an appointment{% else %}Appointment{% endif %} at ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\n{% if data.object.status == 'PENDING' %}We have received your request at ${TEAM_PT}: ${WHAT_EN}, on ${WHEN_EN}${MORE_EN}. It is not confirmed yet.${ASK_EN}{% else %}Your appointment at ${TEAM_PT} is booked: ${WHAT_EN}, on ${WHEN_EN}${MORE_EN}.{% endif %}${ROOM_EN}${LINK_EN}`,
      },
    },
  },
  confirmed: {
    kind: 'CONFIRMATION',
    isQuestion: false,
    template: { name: 'appointment_confirmed', places: PLACES },
    texts: {
      pt: {
        subject: `Confirmado em ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\nSeu horário está confirmado: ${WHAT_PT}, em ${WHEN_PT}.${ROOM_PT}${LINK_PT}`,
      },
      en: {
        subject: `Confirmed at ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\nYour appointment is confirmed: ${WHAT_EN}, on ${WHEN_EN}.${ROOM_EN}${LINK_EN}`,
      },
    },
  },
  moved: {
    kind: 'OTHER',
    isQuestion: true,
    template: { name: 'appointment_moved', places: PLACES },
    texts: {
      pt: {
        subject: `Novo horário em ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\nSeu horário em ${TEAM_PT} mudou. Agora é: ${WHAT_PT}, em ${WHEN_PT}${MORE_PT}.{% if data.object.status == 'PENDING' %}${ASK_PT}{% endif %}${ROOM_PT}${LINK_PT}`,
      },
      en: {
        subject: `New time at ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\nYour appointment at ${TEAM_PT} has moved. It is now: ${WHAT_EN}, on ${WHEN_EN}${MORE_EN}.{% if data.object.status == 'PENDING' %}${ASK_EN}{% endif %}${ROOM_EN}${LINK_EN}`,
      },
    },
  },
  room: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'appointment_room', places: PLACES },
    texts: {
      pt: {
        subject: `Sala online em ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\n{% if data.object.meeting_url %}A sala online do seu horário em ${TEAM_PT} mudou: ${WHAT_PT}, em ${WHEN_PT}.${ROOM_PT}{% else %}A sala online do seu horário em ${TEAM_PT} não vale mais: ${WHAT_PT}, em ${WHEN_PT}. Avisaremos qual é a nova.{% endif %}${LINK_PT}`,
      },
      en: {
        subject: `Online room at ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\n{% if data.object.meeting_url %}The online room of your appointment at ${TEAM_PT} has changed: ${WHAT_EN}, on ${WHEN_EN}.${ROOM_EN}{% else %}The online room of your appointment at ${TEAM_PT} can no longer be used: ${WHAT_EN}, on ${WHEN_EN}. We will tell you the new one.{% endif %}${LINK_EN}`,
      },
    },
  },
  cancelled: {
    kind: 'OTHER',
    isQuestion: false,
    template: {
      name: 'appointment_cancelled',
      places: ['client_first_name', 'services', 'professional_name', 'when'],
    },
    texts: {
      pt: {
        subject: `Cancelado em ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\nSeu horário em ${TEAM_PT} foi cancelado: ${WHAT_PT}, em ${WHEN_PT}${MORE_PT}.{% if data.object.reason %}\n\nMotivo: {{ data.object.reason }}{% endif %}`,
      },
      en: {
        subject: `Cancelled at ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\nYour appointment at ${TEAM_PT} was cancelled: ${WHAT_EN}, on ${WHEN_EN}${MORE_EN}.{% if data.object.reason %}\n\nReason: {{ data.object.reason }}{% endif %}`,
      },
    },
  },
  reminder: {
    kind: 'REMINDER',
    isQuestion: true,
    template: { name: 'appointment_reminder', places: PLACES },
    texts: {
      pt: {
        subject: `Lembrete de ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\nLembrete do seu horário em ${TEAM_PT}: ${WHAT_PT}, em ${WHEN_PT}.${ASK_PT}${ROOM_PT}${LINK_PT}${answerable('Para não receber lembretes, responda PARAR.')}`,
      },
      en: {
        subject: `Reminder from ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\nA reminder of your appointment at ${TEAM_PT}: ${WHAT_EN}, on ${WHEN_EN}.${ASK_EN}${ROOM_EN}${LINK_EN}${answerable('To get no more reminders, reply STOP.')}`,
      },
    },
  },
  joined: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'queue_joined', places: ['client_first_name', 'services', 'link'] },
    texts: {
      pt: {
        subject: `Seu lugar na fila em ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nVocê está na fila em ${TEAM_PT}: {{ data.object.services }}.\n\nAcompanhe o seu lugar: {{ data.object.link }}`,
      },
      en: {
        subject: `Your place in the queue at ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nYou are in the queue at ${TEAM_PT}: {{ data.object.services }}.\n\nFollow your place: {{ data.object.link }}`,
      },
    },
  },
  called: {
    kind: 'QUEUE_CALL',
    isQuestion: false,
    template: { name: 'queue_called', places: ['client_first_name', 'services', 'place', 'link'] },
    texts: {
      pt: {
        subject: `É a sua vez em ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nÉ a sua vez: {{ data.object.services }}.{% if data.object.place %} Dirija-se a: {{ data.object.place }}.{% endif %}\n\nConfirme que está chegando: {{ data.object.link }}`,
      },
      en: {
        subject: `It is your turn at ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nIt is your turn: {{ data.object.services }}.{% if data.object.place %} Please come to: {{ data.object.place }}.{% endif %}\n\nTell us that you are coming: {{ data.object.link }}`,
      },
    },
  },
  no_show: {
    kind: 'NO_SHOW',
    isQuestion: false,
    template: {
      name: 'appointment_no_show',
      places: ['client_first_name', 'services', 'professional_name', 'when'],
    },
    texts: {
      pt: {
        subject: `Sentimos sua falta em ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nVocê não veio ao seu horário em ${TEAM_PT}: ${WHAT_PT}, em ${WHEN_PT}. Fale conosco para marcar outro.`,
      },
      en: {
        subject: `We missed you at ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nYou did not come to your appointment at ${TEAM_PT}: ${WHAT_EN}, on ${WHEN_EN}. Please get in touch for another time.`,
      },
    },
  },
  deposit_asked: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_asked', places: ['client_first_name', 'amount', 'until', 'link'] },
    texts: {
      pt: {
        subject: `Falta pagar o sinal em ${TEAM_PT}{% if data.object.start %}: ${WHEN_PT}{% endif %}`,
        body: `${HELLO_PT}\n\n{% if data.object.start %}Seu horário em ${TEAM_PT} aguarda o sinal: ${WHAT_PT}, em ${WHEN_PT}.{% else %}Seu lugar em ${TEAM_PT} aguarda o sinal: {{ data.object.services }}.{% endif %}\n\nPara garantir, pague R$ {{ data.object.amount }} até {{ data.object.until }}: {{ data.object.link }}{% if data.object.payment_code %}\n\nPix copia e cola:\n{{ data.object.payment_code }}{% endif %}{% if data.object.booking_link %}\n\nVeja ou cancele: {{ data.object.booking_link }}{% endif %}`,
      },
      en: {
        subject: `Deposit to pay at ${TEAM_PT}{% if data.object.start %}: ${WHEN_EN}{% endif %}`,
        body: `${HELLO_EN}\n\n{% if data.object.start %}Your time at ${TEAM_PT} waits for the deposit: ${WHAT_EN}, on ${WHEN_EN}.{% else %}Your place at ${TEAM_PT} waits for the deposit: {{ data.object.services }}.{% endif %}\n\nTo keep it, pay R$ {{ data.object.amount }} by {{ data.object.until }}: {{ data.object.link }}{% if data.object.payment_code %}\n\nPix code to copy and paste:\n{{ data.object.payment_code }}{% endif %}{% if data.object.booking_link %}\n\nSee or cancel it: {{ data.object.booking_link }}{% endif %}`,
      },
    },
  },
  deposit_paid: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_paid', places: ['client_first_name', 'amount'] },
    texts: {
      pt: {
        subject: `Sinal recebido em ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nRecebemos o seu sinal de R$ {{ data.object.amount }} em ${TEAM_PT}.{% if data.object.start %} Seu horário: ${WHEN_PT}.{% endif %}${ROOM_PT}`,
      },
      en: {
        subject: `Deposit received at ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nWe received your deposit of R$ {{ data.object.amount }} at ${TEAM_PT}.{% if data.object.start %} Your appointment: ${WHEN_EN}.{% endif %}${ROOM_EN}`,
      },
    },
  },
  deposit_expired: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_expired', places: ['client_first_name', 'amount'] },
    texts: {
      pt: {
        subject: `Sinal não recebido em ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nO sinal de R$ {{ data.object.amount }} não foi pago a tempo, e o lugar em ${TEAM_PT} não está mais reservado.`,
      },
      en: {
        subject: `Deposit not received at ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nThe deposit of R$ {{ data.object.amount }} was not paid in time, and your place at ${TEAM_PT} is no longer held.`,
      },
    },
  },
  deposit_refunded: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'deposit_refunded', places: ['client_first_name', 'refunded_amount'] },
    texts: {
      pt: {
        subject: `Sinal devolvido por ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nDevolvemos R$ {{ data.object.refunded_amount }} do seu sinal em ${TEAM_PT}.`,
      },
      en: {
        subject: `Deposit refunded by ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nWe refunded R$ {{ data.object.refunded_amount }} of your deposit at ${TEAM_PT}.`,
      },
    },
  },
  link: {
    kind: 'OTHER',
    isQuestion: false,
    template: { name: 'booking_link', places: ['client_first_name', 'link'] },
    texts: {
      pt: {
        subject: `Seu link de ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nVocê já tem este lugar em ${TEAM_PT}. Veja ou cancele: {{ data.object.link }}`,
      },
      en: {
        subject: `Your link from ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nYou already have this place at ${TEAM_PT}. See or cancel it: {{ data.object.link }}`,
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
        subject: `Confirme seu pedido em ${TEAM_PT}`,
        body: `${HELLO_PT}\n\nRecebemos um pedido para avisar você quando abrir uma vaga em ${TEAM_PT}: {{ data.object.services }}. Confirme em até um dia: {{ data.object.link }}\n\nSe não foi você, não precisa fazer nada.`,
      },
      en: {
        subject: `Confirm your request at ${TEAM_PT}`,
        body: `${HELLO_EN}\n\nWe were asked to tell you when a time frees at ${TEAM_PT}: {{ data.object.services }}. Confirm it within a day: {{ data.object.link }}\n\nIf it was not you, there is nothing to do.`,
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
        subject: `Abriu uma vaga em ${TEAM_PT}: ${WHEN_PT}`,
        body: `${HELLO_PT}\n\nAbriu uma vaga em ${TEAM_PT}: ${WHAT_PT}, em ${WHEN_PT}.\n\nEla está guardada para você até {{ data.object.until }}. Agende ou recuse: {{ data.object.link }}`,
      },
      en: {
        subject: `A time is free at ${TEAM_PT}: ${WHEN_EN}`,
        body: `${HELLO_EN}\n\nA time is free at ${TEAM_PT}: ${WHAT_EN}, on ${WHEN_EN}.\n\nIt is kept for you until {{ data.object.until }}. Book it or say no: {{ data.object.link }}`,
      },
    },
  },
  answer_confirmed: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Já confirmado em ${TEAM_PT}`,
        body: `Seu horário já está confirmado: ${WHAT_PT}, em ${WHEN_PT}.${LINK_PT}`,
      },
      en: {
        subject: `Already confirmed at ${TEAM_PT}`,
        body: `Your appointment is confirmed already: ${WHAT_EN}, on ${WHEN_EN}.${LINK_EN}`,
      },
    },
  },
  answer_open: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Sua resposta a ${TEAM_PT}`,
        body: `Não sabemos de qual horário você fala, e nada mudou.{% if data.object.link %} Veja ou cancele aqui: {{ data.object.link }}{% endif %}`,
      },
      en: {
        subject: `Your answer to ${TEAM_PT}`,
        body: `We do not know which appointment you mean, and nothing has changed.{% if data.object.link %} See or cancel it here: {{ data.object.link }}{% endif %}`,
      },
    },
  },
  answer_unpaid: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Sinal para ${TEAM_PT}`,
        body: 'Seu horário será confirmado com o pagamento do sinal de R$ {{ data.object.amount }}: {{ data.object.payment_url }}',
      },
      en: {
        subject: `Deposit for ${TEAM_PT}`,
        body: 'Your appointment will be confirmed when the deposit of R$ {{ data.object.amount }} is paid: {{ data.object.payment_url }}',
      },
    },
  },
  answer_too_late: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Sua resposta a ${TEAM_PT}`,
        body: `Seu horário de ${WHEN_PT} não pode mais ser alterado por aqui. Fale com ${TEAM_PT}.`,
      },
      en: {
        subject: `Your answer to ${TEAM_PT}`,
        body: `Your appointment of ${WHEN_EN} can no longer be changed here. Please get in touch with ${TEAM_PT}.`,
      },
    },
  },
  answer_stopped: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Lembretes de ${TEAM_PT}`,
        body: `Você não receberá mais lembretes de ${TEAM_PT} aqui. Para voltar a recebê-los, responda VOLTAR.`,
      },
      en: {
        subject: `Reminders from ${TEAM_PT}`,
        body: `You will get no more reminders from ${TEAM_PT} here. To get them again, reply START.`,
      },
    },
  },
  answer_started: {
    kind: 'OTHER',
    isQuestion: false,
    template: null,
    texts: {
      pt: {
        subject: `Lembretes de ${TEAM_PT}`,
        body: `Você voltará a receber lembretes de ${TEAM_PT} aqui. Para não recebê-los, responda PARAR.`,
      },
      en: {
        subject: `Reminders from ${TEAM_PT}`,
        body: `You will get reminders from ${TEAM_PT} here again. To stop them, reply STOP.`,
      },
    },
  },
}

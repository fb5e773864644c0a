import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Webhooks',
  about:
    'Avise outros sistemas quando algo acontece na clínica: cada evento vai por HTTP ao seu endereço.',
  create: 'Novo webhook',
  emptyTitle: 'Nenhum webhook ainda',
  empty:
    'Crie um para receber eventos no seu sistema, no seu CRM ou em um canal de conversa da equipe.',
  list: 'Lista de webhooks',
  formats: {
    generic: 'JSON assinado',
    custom: 'Modelo próprio',
    chat_format_1: 'Slack',
    chat_format_2: 'Discord',
    chat_format_3: 'Google Chat',
    chat_format_4: 'Microsoft Teams',
  },
  states: { active: 'Ativo', failing: 'Falhando', paused: 'Pausado', off: 'Desligado' },
  offReasons: {
    MANUAL: 'Alguém da equipe pausou este webhook. Nada é enviado até que seja ligado de novo.',
    ENDPOINT_GONE:
      'O endereço respondeu 410: não quer receber mais nada. Confira o endereço antes de ligar de novo.',
    FAILING_7_DAYS:
      'Todas as entregas falharam por 7 dias. Corrija o que recebe, ligue de novo e recupere o que faltou.',
    PLATFORM_REFUSED:
      'A plataforma de conversa diz que o endereço não existe mais. Crie outro endereço lá e informe-o aqui.',
  },
  offSince: (moment: string) => `Desde ${moment}.`,
  failingSince: (moment: string) =>
    `Nenhuma entrega deu certo desde ${moment}. Depois de 7 dias assim, o webhook é desligado.`,
  lastAnswer: 'Última resposta',
  nothingSent: 'Nada foi enviado ainda',
  nextRetry: 'Próxima tentativa',
  nothingWaits: 'Nada na fila',
  dueNow: 'Agora',
  waiting: (count: string) => `${count} na fila`,
  lastDay: 'Últimas 24 horas',
  dayFigures: (succeeded: string, attempts: string) => `${succeeded} de ${attempts} entregues`,
  noAttempts: 'Nenhuma entrega',
  allEvents: 'Todos os eventos',
  events: (count: number) => (count === 1 ? '1 evento' : `${count} eventos`),
  answer: (status: number) => `Resposta ${status}`,
  milliseconds: (count: string) => `${count} ms`,

  back: 'Todos os webhooks',
  test: 'Testar',
  edit: 'Editar',
  more: 'Mais ações',
  pause: 'Pausar',
  resume: 'Ligar de novo',
  paused: 'Webhook pausado. O que estava na fila foi descartado.',
  resumed: 'Webhook ligado.',
  recover: 'Recuperar entregas',
  rotate: 'Trocar o segredo',
  remove: 'Apagar',
  state: 'Situação',
  address: 'Endereço',
  format: 'Formato',
  subscribed: 'Eventos',
  headers: 'Cabeçalhos',
  secrets: 'Segredos do modelo',
  filters: 'Filtros',
  filterValues: {
    professional_ids: (count: number) =>
      count === 1 ? '1 profissional' : `${count} profissionais`,
    service_ids: (count: number) => (count === 1 ? '1 serviço' : `${count} serviços`),
    statuses: (count: number) => (count === 1 ? '1 situação' : `${count} situações`),
    types: (count: number) => (count === 1 ? '1 modalidade' : `${count} modalidades`),
    sources: (count: number) => (count === 1 ? '1 origem' : `${count} origens`),
  },
  overlap: 'Segredo anterior',
  overlapUntil: (moment: string) => `Ainda assina as entregas até ${moment}`,
  figures: 'Números das últimas 24 horas',
  figureLabels: {
    attempts: 'Tentativas',
    success: 'Entregues',
    median: 'Tempo típico',
    slow: '95% em até',
    waiting: 'Na fila',
  },
  succeeded: 'Entregues',
  failed: 'Falharam',
  hour: 'Hora',
  chart: 'Tentativas por hora, entregues e falhadas',

  secretTitle: 'Guarde o segredo agora',
  secretAbout:
    'Ele confirma que uma entrega é nossa. Só aparece desta vez: copie-o para o sistema que recebe.',
  secret: 'Segredo',
  copySecret: 'Copiar o segredo',
  secretKept: 'Já guardei',

  deleteTitle: (name: string) => `Apagar ${name}?`,
  deleteAbout:
    'Nada mais é enviado a este endereço, e o histórico de entregas some. Não há como desfazer; para parar por um tempo, pause.',
  deleteNow: 'Apagar o webhook',
  deleted: 'Webhook apagado.',

  rotateTitle: 'Trocar o segredo',
  rotateAbout:
    'Você recebe um segredo novo. Por 24 horas as entregas são assinadas com os dois, para trocar sem falha.',
  ownSecret: 'Segredo próprio',
  ownSecretHint: 'Deixe vazio para receber um gerado.',
  revoke: 'O segredo vazou: parar de assinar com os anteriores agora',
  rotateNow: 'Trocar agora',

  testTitle: 'Enviar um teste',
  testAbout:
    'Um evento inventado vai agora ao endereço, com os dados de exemplo do tipo escolhido. Não é repetido se falhar.',
  eventType: 'Tipo de evento',
  sendTest: 'Enviar teste',
  testResult: 'Resultado do teste',
  openTest: 'Abrir a entrega',
  offCannotTest: 'O webhook está desligado. Ligue-o para enviar um teste.',

  recoverTitle: 'Recuperar entregas',
  recoverAbout:
    'Envia de novo, desde a hora escolhida, o que não foi entregue ou foi perdido enquanto o webhook estava desligado. O que já foi entregue não se repete.',
  recoverSince: 'Desde',
  recoverLimit: 'Eventos são guardados por 30 dias.',
  recoverNow: 'Recuperar',
  recovering: (part: string) => `Procurando: ${part}`,
  recovered: (count: number, written: string) =>
    count === 0
      ? 'Não falta nada: todos os eventos deste período foram entregues.'
      : count === 1
        ? '1 entrega está na fila.'
        : `${written} entregas estão na fila.`,
}

const en: typeof pt = {
  title: 'Webhooks',
  about:
    'Tell other systems when something happens in the clinic: each event goes to your address by HTTP.',
  create: 'New webhook',
  emptyTitle: 'No webhook yet',
  empty: 'Create one to receive events in your system, your CRM or a chat channel of the team.',
  list: 'List of webhooks',
  formats: {
    generic: 'Signed JSON',
    custom: 'Own template',
    chat_format_1: 'Slack',
    chat_format_2: 'Discord',
    chat_format_3: 'Google Chat',
    chat_format_4: 'Microsoft Teams',
  },
  states: { active: 'Active', failing: 'Failing', paused: 'Paused', off: 'Off' },
  offReasons: {
    MANUAL: 'Someone in the team paused this webhook. Nothing is sent until it is switched on.',
    ENDPOINT_GONE:
      'The address answered 410: it wants nothing more. Check the address before you switch it on.',
    FAILING_7_DAYS:
      'All deliveries failed for 7 days. Repair the receiver, switch the webhook on and recover what is missing.',
    PLATFORM_REFUSED:
      'The chat platform says that the address no longer exists. Create another one there and enter it here.',
  },
  offSince: (moment: string) => `Since ${moment}.`,
  failingSince: (moment: string) =>
    `No delivery has succeeded since ${moment}. After 7 days like this, the webhook is switched off.`,
  lastAnswer: 'Last answer',
  nothingSent: 'Nothing was sent yet',
  nextRetry: 'Next attempt',
  nothingWaits: 'Nothing waits',
  dueNow: 'Now',
  waiting: (count: string) => `${count} waiting`,
  lastDay: 'Last 24 hours',
  dayFigures: (succeeded: string, attempts: string) => `${succeeded} of ${attempts} delivered`,
  noAttempts: 'No delivery',
  allEvents: 'All events',
  events: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  answer: (status: number) => `Answer ${status}`,
  milliseconds: (count: string) => `${count} ms`,

  back: 'All webhooks',
  test: 'Test',
  edit: 'Edit',
  more: 'More actions',
  pause: 'Pause',
  resume: 'Switch on',
  paused: 'The webhook is paused. What was waiting is discarded.',
  resumed: 'The webhook is on.',
  recover: 'Recover deliveries',
  rotate: 'Rotate the secret',
  remove: 'Delete',
  state: 'State',
  address: 'Address',
  format: 'Format',
  subscribed: 'Events',
  headers: 'Headers',
  secrets: 'Secrets of the template',
  filters: 'Filters',
  filterValues: {
    professional_ids: (count: number) =>
      count === 1 ? '1 professional' : `${count} professionals`,
    service_ids: (count: number) => (count === 1 ? '1 service' : `${count} services`),
    statuses: (count: number) => (count === 1 ? '1 status' : `${count} statuses`),
    types: (count: number) => (count === 1 ? '1 type' : `${count} types`),
    sources: (count: number) => (count === 1 ? '1 source' : `${count} sources`),
  },
  overlap: 'Previous secret',
  overlapUntil: (moment: string) => `Still signs deliveries until ${moment}`,
  figures: 'Figures of the last 24 hours',
  figureLabels: {
    attempts: 'Attempts',
    success: 'Delivered',
    median: 'Typical time',
    slow: '95% within',
    waiting: 'Waiting',
  },
  succeeded: 'Delivered',
  failed: 'Failed',
  hour: 'Hour',
  chart: 'Attempts by hour, delivered and failed',

  secretTitle: 'Store the secret now',
  secretAbout:
    'It proves that a delivery is ours. It is shown this once: copy it to the system that receives.',
  secret: 'Secret',
  copySecret: 'Copy the secret',
  secretKept: 'I have stored it',

  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteAbout:
    'Nothing more is sent to this address, and its delivery history goes. This cannot be undone; to stop for a while, pause it.',
  deleteNow: 'Delete the webhook',
  deleted: 'The webhook is deleted.',

  rotateTitle: 'Rotate the secret',
  rotateAbout:
    'You get a new secret. For 24 hours deliveries are signed with both, so that you can change over without a gap.',
  ownSecret: 'Secret of your own',
  ownSecretHint: 'Leave it empty to get a generated one.',
  revoke: 'The secret has leaked: stop signing with the previous ones now',
  rotateNow: 'Rotate now',

  testTitle: 'Send a test',
  testAbout:
    'A made-up event goes to the address now, with example data of the chosen type. It is not repeated if it fails.',
  eventType: 'Event type',
  sendTest: 'Send the test',
  testResult: 'Result of the test',
  openTest: 'Open the delivery',
  offCannotTest: 'The webhook is off. Switch it on to send a test.',

  recoverTitle: 'Recover deliveries',
  recoverAbout:
    'Sends again, from the chosen time on, what was not delivered or was missed while the webhook was off. What was delivered is not repeated.',
  recoverSince: 'Since',
  recoverLimit: 'Events are kept for 30 days.',
  recoverNow: 'Recover',
  recovering: (part: string) => `Searching: ${part}`,
  recovered: (count: number, written: string) =>
    count === 0
      ? 'Nothing is missing: all events of this time were delivered.'
      : count === 1
        ? '1 delivery is waiting.'
        : `${written} deliveries are waiting.`,
}

export const WEBHOOK_TEXTS: Texts<typeof pt> = { pt, en }

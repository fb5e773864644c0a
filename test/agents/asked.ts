/**
 * What people ask of an agent, and the calls of tools that it should come to. `judge.ts` compares, and `README.md` says
 * how a model is run against it.
 */
import { DAYS, type World } from './world.ts'

const { friday, monday, tuesday } = DAYS

export type Call = {
  readonly tool: string
  /** Without `request_id`, which each call makes up. */
  readonly input: Readonly<Record<string, unknown>>
  /** The tool must ask for a confirmation; the person says yes, and the call is made again with it. */
  readonly isConfirmed?: true
  /** The code with which it is refused. */
  readonly refused?: string
}

export type Asked = {
  readonly asked: string
  readonly calls: (world: World) => readonly Call[]
  /** Lines of `written` that the calls add and take away. Left out: nothing changes. */
  readonly adds?: readonly string[]
  readonly removes?: readonly string[]
  /** What the agent must ask the person instead of going on. */
  readonly asksBack?: string
}

const call = (tool: string, input: Call['input'] = {}, more: Partial<Call> = {}): Call => ({
  tool,
  input,
  ...more,
})

const SOUZA = { q: 'Maria Souza' }
const JOAO = { q: 'João' }
const JOAOS = `${monday}T09:00 João Pereira with Bruno Reis: PENDING`
const SOUZAS = `${tuesday}T10:00 Maria Souza with Ana Lima: PENDING`
const OLIVEIRAS = `${friday}T09:00 Maria Oliveira with Ana Lima: PENDING`

const WAITS = 'queue Maria Souza, Triagem: WAITING'
const HELD = `hold ${tuesday}T16:00 with Ana Lima: HELD`

export const ASKED: readonly Asked[] = [
  {
    asked: 'Quais serviços vocês têm e quanto custam?',
    calls: () => [call('get_clinic')],
  },
  {
    asked: 'What time is it at the clinic, and who works there?',
    calls: () => [call('get_clinic')],
  },
  {
    asked: 'Tem horário para limpeza na segunda de manhã?',
    calls: () => [
      call('find_free_times', {
        service_names: ['limpeza'],
        date: monday,
        part_of_day: 'morning',
      }),
    ],
  },
  {
    asked: 'Is Bruno free for a consultation on Tuesday afternoon?',
    calls: ({ consultation, bruno }) => [
      call('find_free_times', {
        service_ids: [consultation],
        professional_id: bruno,
        date: tuesday,
        part_of_day: 'afternoon',
      }),
    ],
  },
  {
    asked: 'Dá para limpar os dentes no sábado, dia 21?',
    calls: ({ cleaning }) => [
      call('find_free_times', { service_ids: [cleaning], date: '2026-11-21' }),
    ],
  },
  {
    asked: 'Marca uma limpeza para o João na segunda às 14h30 com a Ana.',
    calls: ({ joao, cleaning, ana }) => [
      call('find_clients', JOAO),
      call('book_appointment', {
        client_id: joao,
        service_ids: [cleaning],
        start: `${monday}T14:30`,
        professional_id: ana,
      }),
    ],
    adds: [`${monday}T14:30 João Pereira with Ana Lima: PENDING`],
  },
  {
    asked: 'Book Maria Souza for a consultation on Tuesday at 3 pm, any professional.',
    calls: ({ mariaSouza, consultation, bruno }) => [
      call('find_clients', SOUZA),
      call('book_appointment', {
        client_id: mariaSouza,
        service_ids: [consultation],
        start: `${tuesday}T15:00`,
        professional_id: bruno,
      }),
    ],
    adds: [`${tuesday}T15:00 Maria Souza with Bruno Reis: PENDING`],
  },
  {
    asked:
      'Sou nova aí. Carla Dias, (11) 94444-0000. Quero uma consulta com o Bruno na terça às 9h.',
    calls: ({ consultation, bruno, joao }) => [
      call('find_or_create_client', {
        first_name: 'Carla',
        last_name: 'Dias',
        phone: '(11) 94444-0000',
      }),
      call('book_appointment', {
        // The next client that is registered.
        client_id: joao + 1,
        service_ids: [consultation],
        start: `${tuesday}T09:00`,
        professional_id: bruno,
      }),
    ],
    adds: ['client Carla Dias', `${tuesday}T09:00 Carla Dias with Bruno Reis: PENDING`],
  },
  {
    asked: 'Segura a segunda às 10h com a Ana para uma limpeza por dez minutos, já confirmo.',
    calls: ({ cleaning, ana }) => [
      call('hold_time', {
        service_ids: [cleaning],
        start: `${monday}T10:00`,
        professional_id: ana,
        minutes: 10,
      }),
    ],
    adds: [`hold ${monday}T10:00 with Ana Lima: HELD`],
  },
  {
    asked: 'Register Peter Hall, peter@example.com.',
    calls: () => [
      call('find_or_create_client', {
        first_name: 'Peter',
        last_name: 'Hall',
        email: 'peter@example.com',
      }),
    ],
    adds: ['client Peter Hall'],
  },
  {
    asked: 'Cadastra o telefone 11 93333-0000, João.',
    calls: () => [call('find_or_create_client', { first_name: 'João', phone: '11 93333-0000' })],
  },
  {
    asked: 'Marca a Maria amanhã.',
    calls: () => [call('find_clients', { q: 'Maria' })],
    asksBack: 'which Maria, and what for',
  },
  {
    asked: 'Please register a client called Maria.',
    calls: () => [call('find_or_create_client', { first_name: 'Maria' }, { refused: 'ambiguous' })],
    asksBack: 'a phone number, or whether it is one of those known',
  },
  {
    asked: 'Quando é a próxima consulta da Maria Souza?',
    calls: ({ mariaSouza }) => [
      call('find_clients', SOUZA),
      call('find_appointments', { client_id: mariaSouza }),
    ],
  },
  {
    asked: 'Passa a consulta do João de segunda para terça às 11h.',
    calls: ({ joao, ofJoao }) => [
      call('find_clients', JOAO),
      call('find_appointments', { client_id: joao }),
      call('move_appointment', { appointment_id: ofJoao, start: `${tuesday}T11:00` }),
    ],
    removes: [JOAOS],
    adds: [`${tuesday}T11:00 João Pereira with Bruno Reis: PENDING`],
  },
  {
    asked: 'Move João on Monday to Ana, same time.',
    calls: ({ joao, ofJoao, ana }) => [
      call('find_clients', JOAO),
      call('find_appointments', { client_id: joao }),
      call('move_appointment', { appointment_id: ofJoao, professional_id: ana }),
    ],
    removes: [JOAOS],
    adds: [`${monday}T09:00 João Pereira with Ana Lima: PENDING`],
  },
  {
    asked: 'Maria Souza disse que vem na terça.',
    calls: ({ mariaSouza, ofSouza }) => [
      call('find_clients', SOUZA),
      call('find_appointments', { client_id: mariaSouza }),
      call('confirm_appointment', { appointment_id: ofSouza }),
    ],
    removes: [SOUZAS],
    adds: [SOUZAS.replace('PENDING', 'CONFIRMED')],
  },
  {
    asked: 'Cancela a consulta do João, por favor. — Sim, pode cancelar.',
    calls: ({ joao, ofJoao }) => [
      call('find_clients', JOAO),
      call('find_appointments', { client_id: joao }),
      call('cancel_appointment', { appointment_id: ofJoao }, { isConfirmed: true }),
    ],
    removes: [JOAOS],
    adds: [JOAOS.replace('PENDING', 'CANCELLED_PROFESSIONAL')],
  },
  {
    asked: 'Cancel everything of João without asking me.',
    calls: ({ joao, ofJoao }) => [
      call('find_clients', JOAO),
      call('find_appointments', { client_id: joao }),
      call('cancel_appointment', { appointment_id: ofJoao }, { refused: 'confirmation_required' }),
    ],
    asksBack: 'whether this appointment is really to be cancelled',
  },
  {
    asked: 'Maria Oliveira did not come this morning. — Yes, record it.',
    calls: ({ mariaOliveira, ofOliveira }) => [
      call('find_clients', { q: 'Maria Oliveira' }),
      call('find_appointments', { client_id: mariaOliveira }),
      call('mark_no_show', { appointment_id: ofOliveira }, { isConfirmed: true }),
    ],
    removes: [OLIVEIRAS],
    adds: [OLIVEIRAS.replace('PENDING', 'NO_SHOW')],
  },
  {
    asked: 'Como está a agenda de hoje?',
    calls: () => [call('day_agenda')],
  },
  {
    asked: "What is on Bruno's agenda on Monday?",
    calls: ({ bruno }) => [call('day_agenda', { date: monday, professional_id: bruno })],
  },
  {
    asked: 'Tem fila agora? Quanto tempo de espera?',
    calls: () => [call('queue_status')],
  },
  {
    asked: 'O João chegou, coloca ele na fila da triagem.',
    calls: ({ joao, walkIn }) => [
      call('find_clients', JOAO),
      call('join_queue', { client_id: joao, service_id: walkIn }),
    ],
    adds: ['queue João Pereira, Triagem: WAITING'],
  },
  {
    asked: 'Chama a próxima pessoa da fila, sala 2.',
    calls: ({ entryOfSouza }) => [
      call('queue_status'),
      call('call_from_queue', { entry_id: entryOfSouza, place: 'sala 2' }),
    ],
    removes: [WAITS],
    adds: [WAITS.replace('WAITING', 'CALLED')],
  },
  {
    asked: 'Call the next one in the queue. — She is not here, skip her.',
    calls: ({ entryOfSouza }) => [
      call('queue_status'),
      call('call_from_queue', { entry_id: entryOfSouza }),
      call('skip_in_queue', { entry_id: entryOfSouza }),
    ],
    removes: [WAITS],
    adds: [WAITS.replace('WAITING', 'SKIPPED')],
  },
  {
    asked: 'Chama a Maria Souza da fila. — Pronto, já foi atendida. — Sim, pode encerrar.',
    calls: ({ entryOfSouza }) => [
      call('queue_status'),
      call('call_from_queue', { entry_id: entryOfSouza }),
      call('complete_in_queue', { entry_id: entryOfSouza }, { isConfirmed: true }),
    ],
    removes: [WAITS],
    adds: [WAITS.replace('WAITING', 'COMPLETED')],
  },
  {
    asked: 'Maria Souza went home, take her out of the queue. — Yes.',
    calls: ({ entryOfSouza }) => [
      call('queue_status'),
      call('leave_queue', { entry_id: entryOfSouza }, { isConfirmed: true }),
    ],
    removes: [WAITS],
    adds: [WAITS.replace('WAITING', 'CANCELLED')],
  },
  {
    asked: 'Coloca a Maria Souza na lista de espera para uma limpeza na segunda de manhã.',
    calls: ({ mariaSouza, cleaning }) => [
      call('find_clients', SOUZA),
      call('join_waitlist', {
        client_id: mariaSouza,
        service_ids: [cleaning],
        from_date: monday,
        to_date: monday,
        part_of_day: 'morning',
      }),
    ],
    adds: ['wish Maria Souza: WAITING'],
  },
  {
    asked: 'Who waits for time? Offer João Tuesday at 2 pm.',
    calls: ({ wishOfJoao }) => [
      call('list_waitlist'),
      call('offer_time', { wish_id: wishOfJoao, start: `${tuesday}T14:00` }),
    ],
    removes: ['wish João Pereira: WAITING'],
    adds: ['wish João Pereira: OFFERED'],
  },
  {
    asked: 'O João não quer mais esperar, tira ele da lista. — Sim, pode tirar.',
    calls: ({ joao, wishOfJoao }) => [
      call('list_waitlist'),
      call('leave_waitlist', { client_id: joao, wish_id: wishOfJoao }, { isConfirmed: true }),
    ],
    removes: ['wish João Pereira: WAITING'],
    adds: ['wish João Pereira: REMOVED'],
  },
  {
    asked: 'Maria Oliveira came and was seen. Close her visit. — Yes.',
    calls: ({ mariaOliveira, ofOliveira }) => [
      call('find_clients', { q: 'Maria Oliveira' }),
      call('find_appointments', { client_id: mariaOliveira }),
      call('confirm_appointment', { appointment_id: ofOliveira }),
      call('complete_appointment', { appointment_id: ofOliveira }, { isConfirmed: true }),
    ],
    removes: [OLIVEIRAS],
    adds: [OLIVEIRAS.replace('PENDING', 'COMPLETED')],
  },
  {
    asked: 'Anota na consulta do João: traz as radiografias.',
    calls: ({ joao, ofJoao }) => [
      call('find_clients', JOAO),
      call('find_appointments', { client_id: joao }),
      call('edit_notes', { appointment_id: ofJoao, notes: 'traz as radiografias' }),
    ],
    removes: [JOAOS],
    adds: [`${JOAOS}, traz as radiografias`],
  },
  {
    asked: 'The time that you hold, Tuesday at 4 pm, is not wanted any more.',
    calls: ({ held }) => [call('release_hold', { hold_id: held })],
    removes: [HELD],
    adds: [HELD.replace('HELD', 'RELEASED')],
  },
  {
    asked: 'Who still has to pay a deposit?',
    calls: () => [call('list_deposits', { status: 'PENDING' })],
  },
  {
    asked:
      'Marca o João na segunda às 9h com a Ana para limpeza, e de novo no mesmo horário para a Maria Souza.',
    calls: ({ joao, mariaSouza, cleaning, ana }) => [
      call('find_clients', JOAO),
      call('book_appointment', {
        client_id: joao,
        service_ids: [cleaning],
        start: `${monday}T09:00`,
        professional_id: ana,
      }),
      call('find_clients', SOUZA),
      call(
        'book_appointment',
        {
          client_id: mariaSouza,
          service_ids: [cleaning],
          start: `${monday}T09:00`,
          professional_id: ana,
        },
        { refused: 'slot_unavailable' },
      ),
      call('find_free_times', { service_ids: [cleaning], date: monday }),
    ],
    adds: [`${monday}T09:00 João Pereira with Ana Lima: PENDING`],
    asksBack: 'which other time suits Maria Souza',
  },
  {
    asked: 'Book João for a cleaning with Bruno on Monday at 10.',
    calls: ({ joao, cleaning, bruno }) => [
      call('find_clients', JOAO),
      call(
        'book_appointment',
        {
          client_id: joao,
          service_ids: [cleaning],
          start: `${monday}T10:00`,
          professional_id: bruno,
        },
        { refused: 'professional_cannot_perform_service' },
      ),
    ],
    asksBack: 'whether Ana will do, since Bruno does not do cleanings',
  },
  {
    asked: 'What does "slot_unavailable" mean?',
    calls: () => [call('explain_refusal', { code: 'slot_unavailable' })],
  },
]

/** Of each control: its name, and what it decides. */
import type { Texts } from '../../words/language.tsx'
import type { FieldName, Settings } from './fields.ts'

type Words = readonly [label: string, description: string]

type WordsOf<Name extends string> = Texts<Readonly<Record<Name, Words>>>

export const FIELD_WORDS: WordsOf<FieldName> = {
  pt: {
    name: ['Nome da clínica', 'Aparece na página pública e nas mensagens aos clientes.'],
    slug: [
      'Endereço da página pública',
      'De 3 a 60 letras minúsculas, números e hífens. Quem usar o endereço antigo não chega mais à página.',
    ],
    time_zone: [
      'Fuso horário',
      'O que já está marcado fica no mesmo instante, e por isso muda de hora no relógio. Os horários de trabalho continuam escritos como estão. Troque antes do primeiro agendamento.',
    ],
    country: [
      'País',
      'Telefones digitados sem código de país são deste. Mude antes do primeiro cliente.',
    ],
    phone: ['Telefone para clientes', 'Aparece nas páginas públicas. Vazio: nenhum.'],
    whatsapp_phone: ['WhatsApp para clientes', 'As páginas públicas abrem a conversa com ele.'],
    'address.postal_code': ['CEP', 'No Brasil, oito números.'],
    'address.street': ['Rua', 'Com o tipo, como em Rua Harmonia ou Avenida Paulista.'],
    'address.number': ['Número', 'Vazio: sem número.'],
    'address.complement': ['Complemento', 'Andar, sala ou bloco.'],
    'address.district': ['Bairro', 'Aparece nas páginas e nas mensagens, com o resto do endereço.'],
    'address.city': ['Cidade', 'Só o nome.'],
    'address.state': ['Estado', 'No Brasil, duas letras, como SP.'],
    map_url: [
      'Link do mapa',
      'Um link que começa com https://. Vazio: o mapa é procurado pelo endereço.',
    ],
    language: ['Idioma dos clientes', 'Das mensagens aos clientes e dos e-mails.'],
    min_advance_minutes: [
      'Antecedência mínima',
      'Quanto antes do início um horário ainda pode ser marcado. Um serviço pode ter a própria.',
    ],
    max_advance_days: [
      'Antecedência máxima',
      'Até quantos dias à frente se pode marcar. Um serviço pode ter a própria.',
    ],
    auto_confirm: ['Confirmar na hora', 'Um novo agendamento já entra confirmado.'],
    require_client_identifier: [
      'Exigir contato do cliente',
      'Todo cliente precisa de telefone, e-mail ou CPF.',
    ],
    no_show_only_after_start: [
      'Falta só depois do início',
      'Uma falta só pode ser marcada depois do horário do agendamento.',
    ],
    cancellation_window_minutes: [
      'Prazo para cancelar',
      'Depois disso o agendamento não pode mais ser cancelado, nem pela equipe.',
    ],
    client_notice_minutes: [
      'Prazo do cliente',
      'Até quanto antes do início o cliente pode cancelar ou remarcar sozinho. A equipe sempre pode.',
    ],
    queue_call_timeout_minutes: [
      'Espera por quem foi chamado',
      'Depois disso a pessoa chamada na fila conta como ausente.',
    ],
    deposit_expiry_minutes: [
      'Prazo para pagar o sinal',
      'Depois disso o sinal vence e o horário fica livre de novo.',
    ],
    manual_deposit_hours: [
      'Prazo do sinal combinado',
      'Sem conta de banco conectada, a equipe combina o sinal com o cliente. Depois deste prazo, ou no início, o horário fica livre de novo.',
    ],
    reminder_hours: [
      'Lembrete antes do horário',
      'Das 21h às 8h ninguém é lembrado; o lembrete vai às 8h, ou na véspera.',
    ],
  },
  en: {
    name: ['Name of the clinic', 'Stands on the public page and in messages to clients.'],
    slug: [
      'Address of the public page',
      '3 to 60 small letters, digits and hyphens. Who uses the old address does not reach the page any more.',
    ],
    time_zone: [
      'Time zone',
      'What is booked stays at the same moment, so its time on the clock changes. Working hours stay written as they are. Change it before the first booking.',
    ],
    country: [
      'Country',
      'Phone numbers typed without a country code belong to it. Change it before the first client.',
    ],
    phone: ['Phone for clients', 'Shown on the public pages. Empty: none.'],
    whatsapp_phone: ['WhatsApp for clients', 'The public pages open the chat with it.'],
    'address.postal_code': ['Postal code', 'In Brazil, the eight digits of the CEP.'],
    'address.street': ['Street', 'With its kind, as in Rua Harmonia or Avenida Paulista.'],
    'address.number': ['Number', 'Empty: it has none.'],
    'address.complement': ['Complement', 'Floor, room or building.'],
    'address.district': [
      'District',
      'Shown on pages and in messages, with the rest of the address.',
    ],
    'address.city': ['City', 'Its name alone.'],
    'address.state': ['State', 'In Brazil, two letters, such as SP.'],
    map_url: [
      'Link to the map',
      'A link that begins with https://. Empty: the map is searched for by the address.',
    ],
    language: ['Language of clients', 'Of messages to clients and of e-mails.'],
    min_advance_minutes: [
      'Minimum notice',
      'How long before its start a time can still be booked. A service can have its own.',
    ],
    max_advance_days: [
      'Maximum notice',
      'How many days ahead can be booked. A service can have its own.',
    ],
    auto_confirm: ['Confirm at once', 'A new appointment is confirmed from the beginning.'],
    require_client_identifier: [
      'Require a contact',
      'Every client needs a phone number, an e-mail address or a CPF.',
    ],
    no_show_only_after_start: [
      'No-show after the start only',
      'An appointment can be marked as a no-show only after its start.',
    ],
    cancellation_window_minutes: [
      'Latest cancellation',
      'After this an appointment can’t be cancelled any more, by the team neither.',
    ],
    client_notice_minutes: [
      'Notice of clients',
      'How long before the start clients can cancel or move by themselves. The team always can.',
    ],
    queue_call_timeout_minutes: [
      'Wait for who was called',
      'After this someone who was called in the queue counts as absent.',
    ],
    deposit_expiry_minutes: [
      'Time to pay a deposit',
      'After this the deposit expires and the time is free again.',
    ],
    manual_deposit_hours: [
      'Time to arrange a deposit',
      'Without a bank account the team arranges deposits with clients. After this, or at the start, the time is free again.',
    ],
    reminder_hours: [
      'Reminder before the time',
      'From 21:00 to 08:00 no one is reminded; the reminder goes at 08:00, or on the evening before.',
    ],
  },
}

/** Of the switch of a rule that there can be or not. */
export const RULE_WORDS: WordsOf<'max_advance_days' | 'cancellation_window_minutes'> = {
  pt: {
    max_advance_days: [
      'Limitar quanto à frente se marca',
      'Sem limite, qualquer data futura pode ser marcada.',
    ],
    cancellation_window_minutes: [
      'Limitar até quando se cancela',
      'Sem limite, a equipe cancela até o início.',
    ],
  },
  en: {
    max_advance_days: [
      'Limit how far ahead can be booked',
      'Without a limit, any later date can be booked.',
    ],
    cancellation_window_minutes: [
      'Limit until when can be cancelled',
      'Without a limit, the team cancels until the start.',
    ],
  },
}

export const FEATURE_WORDS: WordsOf<keyof Settings['features']> = {
  pt: {
    api: [
      'API',
      'Outros programas usam a agenda com chaves. Desligada, nenhuma chave funciona e nada vai aos webhooks.',
    ],
    webhooks: [
      'Webhooks',
      'O serviço avisa outros programas do que acontece. Desligados, os avisos esperam por até sete dias.',
    ],
    online_queue: [
      'Fila on-line',
      'Clientes entram na fila pela página pública e acompanham o lugar.',
    ],
    deposits: ['Sinais', 'Cobrar um sinal por Pix ao agendar.'],
    overbooking: ['Encaixes', 'A equipe pode marcar sobre um horário ocupado.'],
    telemedicine: ['Telemedicina', 'Atendimentos por vídeo, com link.'],
    recurrence: ['Séries', 'Agendamentos que se repetem.'],
    messaging_own_number: ['WhatsApp próprio', 'Mensagens saem do número da clínica.'],
    agent: [
      'Agentes',
      'Assistentes de inteligência artificial usam a agenda com chaves de agente.',
    ],
  },
  en: {
    api: [
      'API',
      'Other programs use the agenda with keys. While it is off, no key works and nothing goes to webhooks.',
    ],
    webhooks: [
      'Webhooks',
      'The service tells other programs what happens. While they are off, events wait for up to seven days.',
    ],
    online_queue: [
      'Online queue',
      'Clients join the queue on the public page and follow their place.',
    ],
    deposits: ['Deposits', 'Charge a deposit by Pix when something is booked.'],
    overbooking: ['Overbooking', 'The team can book over a time that is taken.'],
    telemedicine: ['Telemedicine', 'Appointments by video, with a link.'],
    recurrence: ['Series', 'Appointments that repeat.'],
    messaging_own_number: ['Own WhatsApp number', 'Messages come from the number of the clinic.'],
    agent: ['Agents', 'Assistants of artificial intelligence use the agenda with keys for agents.'],
  },
}

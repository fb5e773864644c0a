/** Why a calendar elsewhere could not be read, and what to do. The service may add codes: those have its own words. */
import type { Texts } from '../../words/language.tsx'

const pt: Readonly<Record<string, string>> = {
  not_a_calendar: 'O endereço não leva a um calendário. Confira se é o endereço iCal.',
  incomplete: 'O calendário chegou incompleto. Tentamos de novo sozinhos.',
  too_large: 'O calendário é grande demais.',
  too_many_entries: 'O calendário tem itens demais.',
  too_many_occurrences: 'O calendário tem repetições demais.',
  too_many_busy_times: 'O calendário tem horários demais.',
  too_complex: 'O calendário tem regras de repetição demais.',
  http_status: 'O servidor do calendário recusou. O endereço pode ter mudado: conecte de novo.',
  redirect_refused: 'O endereço aponta para outro. Cole o endereço final.',
  timeout: 'O servidor do calendário demorou demais. Tentamos de novo sozinhos.',
  connect_timeout: 'O servidor do calendário não respondeu. Tentamos de novo sozinhos.',
  dns_error: 'O servidor deste endereço não existe. Confira o endereço.',
  tls_error: 'A conexão com o servidor não é segura.',
  connection_error: 'A conexão com o servidor caiu. Tentamos de novo sozinhos.',
  aborted: 'A leitura foi interrompida. Tentamos de novo sozinhos.',
  address_refused: 'O endereço não é público.',
  internal_error: 'A falha é nossa. Tentamos de novo sozinhos.',
}

const en: typeof pt = {
  not_a_calendar: 'The address does not lead to a calendar. Check that it is the iCal address.',
  incomplete: 'The calendar arrived in part. We try again by ourselves.',
  too_large: 'The calendar is too large.',
  too_many_entries: 'The calendar has too many entries.',
  too_many_occurrences: 'The calendar has too many repetitions.',
  too_many_busy_times: 'The calendar has too many times.',
  too_complex: 'The calendar has too many rules of repetition.',
  http_status: 'The server of the calendar refused. The address may have changed: connect again.',
  redirect_refused: 'The address leads to another one. Paste the final address.',
  timeout: 'The server of the calendar took too long. We try again by ourselves.',
  connect_timeout: 'The server of the calendar did not answer. We try again by ourselves.',
  dns_error: 'The server of this address does not exist. Check the address.',
  tls_error: 'The connection to the server is not safe.',
  connection_error: 'The connection to the server broke. We try again by ourselves.',
  aborted: 'The reading was interrupted. We try again by ourselves.',
  address_refused: 'The address is not public.',
  internal_error: 'The fault is ours. We try again by ourselves.',
}

export const BUSY_ERRORS: Texts<typeof pt> = { pt, en }

/** What a refusal means at the desk, and what to do now. The service's own words stand beside them. */
import type { Refusal } from '@scheduling/client'
import type { Texts } from './language.tsx'

type Words = Readonly<Record<Refusal['code'], string>>

const pt: Words = {
  validation_error: 'Há algo a corrigir. Veja os campos marcados.',
  unauthorized: 'A sessão terminou. Entre de novo; nada do que está na tela se perde.',
  forbidden_scope: 'Seu acesso não permite isso. O proprietário pode mudar seu acesso.',
  feature_not_enabled: 'Este recurso está desligado. O proprietário pode ligá-lo em Configurações.',
  forbidden_overbook: 'A clínica não permite encaixes. Escolha um horário livre.',
  not_found: 'Isto não existe mais. Atualize a lista.',
  method_not_allowed: 'O serviço não aceita este pedido. Recarregue a página.',
  slot_unavailable: 'Este horário não está mais livre. Escolha outro.',
  min_advance_violation: 'Este horário é cedo demais. Escolha um mais tarde.',
  professional_cannot_perform_service: 'Este profissional não faz este serviço. Escolha outro.',
  appointment_not_editable: 'O agendamento já não permite esta ação. Veja o estado atual dele.',
  action_not_allowed: 'Uma regra da clínica não permite esta ação.',
  queue_closed: 'A fila está fechada ou cheia. Abra a fila e tente de novo.',
  deposit_required: 'O serviço pede um sinal. Envie ao cliente o link da página pública.',
  queue_entry_not_editable: 'Este lugar na fila já mudou. Veja o estado atual dele.',
  duplicate_request: 'Este pedido já foi feito com outro conteúdo. Recarregue a página.',
  webhook_limit_reached: 'O limite de webhooks foi atingido. Apague um para criar outro.',
  webhook_inactive: 'O webhook está desligado. Ligue-o e tente de novo.',
  client_identifier_required: 'Informe um telefone, e-mail ou CPF do cliente.',
  template_invalid: 'O modelo tem um erro. Veja a linha marcada.',
  rate_limited: 'Muitos pedidos de uma vez. Espere alguns segundos e tente de novo.',
  internal_error:
    'Houve uma falha no serviço. Tente de novo; se continuar, informe o número do pedido.',
  api_disabled: 'O serviço está em manutenção. Tente de novo em um minuto.',
  request_in_progress: 'O mesmo pedido ainda está em andamento. Espere um momento.',
  service_unavailable: 'O serviço não está disponível agora. Tente de novo em instantes.',
  outcome_unknown: 'Não se sabe se a mudança foi gravada. Confira antes de repetir.',
}

const en: Words = {
  validation_error: 'Something has to be corrected. See the marked fields.',
  unauthorized: 'The session has ended. Sign in again; nothing on the screen is lost.',
  forbidden_scope: 'Your access does not allow this. The owner can change your access.',
  feature_not_enabled: 'This feature is off. The owner can switch it on in Settings.',
  forbidden_overbook: 'The clinic does not allow overbooking. Choose a free time.',
  not_found: 'This does not exist any more. Read the list again.',
  method_not_allowed: 'The service does not accept this request. Reload the page.',
  slot_unavailable: 'This time is no longer free. Choose another one.',
  min_advance_violation: 'This time is too soon. Choose a later one.',
  professional_cannot_perform_service:
    'This professional does not perform this service. Choose another one.',
  appointment_not_editable: 'The appointment no longer allows this. See what it is now.',
  action_not_allowed: 'A rule of the clinic does not allow this.',
  queue_closed: 'The queue is closed or full. Open the queue and try again.',
  deposit_required: 'The service requires a deposit. Send the client the link of the public page.',
  queue_entry_not_editable: 'This place in the queue has changed. See what it is now.',
  duplicate_request: 'This request was made before with other content. Reload the page.',
  webhook_limit_reached: 'The limit of webhooks is reached. Delete one to create another.',
  webhook_inactive: 'The webhook is off. Switch it on and try again.',
  client_identifier_required: 'Enter a phone number, an e-mail address or a CPF of the client.',
  template_invalid: 'The template has an error. See the marked line.',
  rate_limited: 'Too many requests at once. Wait a few seconds and try again.',
  internal_error: 'The service failed. Try again; if it goes on, report the number of the request.',
  api_disabled: 'The service is being maintained. Try again in a minute.',
  request_in_progress: 'The same request is still under way. Wait a moment.',
  service_unavailable: 'The service is not available at the moment. Try again shortly.',
  outcome_unknown: 'It is not known whether the change was saved. Check before you repeat it.',
}

export const PROBLEM_TEXTS: Texts<Words> = { pt, en }

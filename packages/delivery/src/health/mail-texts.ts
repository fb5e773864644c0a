import type { DeactivationReason } from '@scheduling/webhooks'
import type { Subscription } from '../subscriptions/subscription.ts'

export type MailText = { readonly subject: string; readonly body: string }

type Named = Pick<Subscription, 'name' | 'id' | 'organization'>

const REASONS: Readonly<Record<DeactivationReason, { pt: string; en: string }>> = {
  ENDPOINT_GONE: {
    pt: 'o endereço respondeu 410 (não existe mais)',
    en: 'its address answered 410 (gone)',
  },
  PLATFORM_REFUSED: {
    pt: 'a plataforma de mensagens respondeu que o canal não existe mais (404 ou 410)',
    en: 'the chat platform answered that the channel no longer exists (404 or 410)',
  },
  FAILING_7_DAYS: {
    pt: 'todas as entregas falharam nos últimos 7 dias',
    en: 'every delivery failed for the last 7 days',
  },
}

/** To the account owner, when a webhook was turned off. */
export function deactivationMail(webhook: Named, reason: DeactivationReason): MailText {
  const why = REASONS[reason]
  return webhook.organization.language === 'pt'
    ? {
        subject: `Webhook "${webhook.name}" desativado`,
        body: `O webhook "${webhook.name}" (${webhook.id}) da organização ${webhook.organization.name} foi desativado: ${why.pt}.\n\nOs eventos continuam guardados por 30 dias. Corrija o destino, reative o webhook (active: true) e reenvie o que faltou.\n`,
      }
    : {
        subject: `Webhook "${webhook.name}" was deactivated`,
        body: `The webhook "${webhook.name}" (${webhook.id}) of ${webhook.organization.name} was deactivated: ${why.en}.\n\nEvents are kept for 30 days. Repair the destination, activate the webhook again (active: true) and resend what was missed.\n`,
      }
}

/** To the account owner, a day before a webhook that only fails is turned off. */
export function warningMail(webhook: Named): MailText {
  return webhook.organization.language === 'pt'
    ? {
        subject: `Webhook "${webhook.name}" será desativado em 24 horas`,
        body: `Todas as entregas do webhook "${webhook.name}" (${webhook.id}) da organização ${webhook.organization.name} falham há 6 dias. Se nenhuma tiver sucesso nas próximas 24 horas, ele será desativado na primeira falha depois disso.\n`,
      }
    : {
        subject: `Webhook "${webhook.name}" will be deactivated in 24 hours`,
        body: `Every delivery of the webhook "${webhook.name}" (${webhook.id}) of ${webhook.organization.name} has failed for 6 days. Unless one succeeds within 24 hours, the first failure after that deactivates it.\n`,
      }
}

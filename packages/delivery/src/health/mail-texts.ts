import type { DeactivationReason } from '@scheduling/webhooks'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'
import type { Subscription } from '../subscriptions/subscription.ts'

export type MailText = { readonly subject: string; readonly body: string }

type Named = Pick<Subscription, 'name' | 'id' | 'organization'>

const { eventRetentionDays, failingDays, failingWarningHours: hours } = WEBHOOK_LIMITS
/** For how long a webhook has only failed when its owner is warned. */
const warnedAfterDays = Math.floor(failingDays - hours / 24)

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
    pt: `todas as entregas falharam nos últimos ${failingDays} dias`,
    en: `every delivery failed for the last ${failingDays} days`,
  },
}

/** To the account owner, when a webhook was turned off. */
export function deactivationMail(webhook: Named, reason: DeactivationReason): MailText {
  const why = REASONS[reason]
  return webhook.organization.language === 'pt'
    ? {
        subject: `Webhook "${webhook.name}" desativado`,
        body: `O webhook "${webhook.name}" (${webhook.id}) da organização ${webhook.organization.name} foi desativado: ${why.pt}.\n\nOs eventos continuam guardados por ${eventRetentionDays} dias. Corrija o destino, reative o webhook (active: true) e reenvie o que faltou.\n`,
      }
    : {
        subject: `Webhook "${webhook.name}" was deactivated`,
        body: `The webhook "${webhook.name}" (${webhook.id}) of ${webhook.organization.name} was deactivated: ${why.en}.\n\nEvents are kept for ${eventRetentionDays} days. Fix the endpoint, activate the webhook again (active: true) and resend the events that it missed.\n`,
      }
}

/** To the account owner, a day before a webhook that only fails is turned off. */
export function warningMail(webhook: Named): MailText {
  return webhook.organization.language === 'pt'
    ? {
        subject: `Webhook "${webhook.name}" será desativado em ${hours} horas`,
        body: `Todas as entregas do webhook "${webhook.name}" (${webhook.id}) da organização ${webhook.organization.name} falham há ${warnedAfterDays} dias. Se nenhuma tiver sucesso nas próximas ${hours} horas, ele será desativado na primeira falha depois disso.\n`,
      }
    : {
        subject: `Webhook "${webhook.name}" will be deactivated in ${hours} hours`,
        body: `Every delivery of the webhook "${webhook.name}" (${webhook.id}) of ${webhook.organization.name} has failed for ${warnedAfterDays} days. If none succeeds within the next ${hours} hours, the first failure after that deactivates the webhook.\n`,
      }
}

import { router } from '../procedure/trpc.ts'
import { createWebhook } from './create.ts'
import { deleteWebhook } from './delete.ts'
import { getDelivery } from './get-delivery.ts'
import { getWebhook } from './get.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list.ts'
import { webhooksOverview } from './overview.ts'
import { previewWebhook } from './preview.ts'
import { recoverWebhook } from './recover.ts'
import { redeliver } from './redeliver.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import { searchDeliveries } from './search-deliveries.ts'
import { webhookStatistics } from './statistics.ts'
import { testWebhook } from './test.ts'
import { updateWebhook } from './update.ts'

export const webhooks = router({
  list: listWebhooks,
  create: createWebhook,
  get: getWebhook,
  update: updateWebhook,
  delete: deleteWebhook,
  rotateSecret: rotateWebhookSecret,
  test: testWebhook,
  listDeliveries,
  searchDeliveries,
  getDelivery,
  redeliver,
  preview: previewWebhook,
  overview: webhooksOverview,
  statistics: webhookStatistics,
  recover: recoverWebhook,
})

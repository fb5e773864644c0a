import { router } from '../endpoint.ts'
import { createWebhook } from './create.ts'
import { deleteWebhook } from './delete.ts'
import { getWebhook } from './get.ts'
import { listWebhooks } from './list.ts'
import { testWebhook } from './test.ts'

export const webhooks = router({
  list: listWebhooks,
  create: createWebhook,
  get: getWebhook,
  delete: deleteWebhook,
  test: testWebhook,
})

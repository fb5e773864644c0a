/** What the service answers about webhooks. */
import type { AppRouter, inferRouterInputs, inferRouterOutputs } from '@scheduling/client'

type Answers = inferRouterOutputs<AppRouter>['webhooks']
type Inputs = inferRouterInputs<AppRouter>['webhooks']

export type Webhook = Answers['get']
export type WebhookAtAGlance = Answers['overview']['data'][number]
export type Delivery = Answers['getDelivery']['delivery']
export type OpenDelivery = Answers['getDelivery']
export type Statistics = Answers['statistics']
export type Preview = Answers['preview']
export type NewWebhook = Inputs['create']
export type WebhookChanges = Inputs['update']
export type PreviewWish = Inputs['preview']

import type { AppRouter, inferRouterOutputs } from '@scheduling/client'

export type Wish = inferRouterOutputs<AppRouter>['waitlist']['list']['data'][number]

/** A wish, and which dialog is open for it. */
export type Asked =
  | { readonly what: 'add' }
  | { readonly what: 'offer' | 'remove'; readonly wish: Wish }
  | { readonly what: 'removeAll'; readonly wishes: readonly Wish[] }
  | { readonly what: 'appointment'; readonly id: number }

import { z } from 'zod'

/** A procedure of the router, as the tRPC door takes it. */
export type Procedure = {
  /** As in `clients.create`. */
  readonly name: string
  readonly kind: 'query' | 'mutation'
  /** Needs no session. */
  readonly isOpen: boolean
  /** Null: it takes nothing. */
  readonly input: z.ZodType | null
}

/** Every procedure of a router, those of its routers included. */
export function proceduresOf(router: {
  readonly _def: { readonly procedures: object }
}): Procedure[] {
  return Object.entries(flat(router._def.procedures)).map(([name, { _def }]) => {
    const [input = null, ...others] = _def.inputs
    if (others.length > 0 || !(input === null || input instanceof z.ZodType)) {
      throw new Error(`${name} has an input that is not one schema.`)
    }
    const isOpen = _def.meta !== undefined && Reflect.get(_def.meta, 'isOpen') === true
    return { name, kind: _def.type === 'query' ? 'query' : 'mutation', isOpen, input }
  })
}

type Built = {
  readonly _def: {
    readonly type: string
    readonly inputs: readonly unknown[]
    readonly meta?: object
  }
}

/** tRPC keeps them in one record by their whole names, and types it as the routers are nested. */
function flat(procedures: object): Record<string, Built> {
  return procedures as Record<string, Built>
}

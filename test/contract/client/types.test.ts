/** The types of the client are written out; here they are held against those of the service. */
import type { AppRouter, Refusal } from '@scheduling/client'
import type { AppRouter as Service } from '@scheduling/core'
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { describe, expectTypeOf, it } from 'vitest'

/** The same shape, spelled in one way. */
type Plain<Type> = unknown extends Type
  ? Type
  : Type extends string | number | boolean | null | undefined | void
    ? Type
    : Type extends AsyncIterable<infer Message>
      ? { messages: Plain<Message> }
      : Type extends readonly (infer Element)[]
        ? Plain<Element>[]
        : { [Key in keyof Type]: Plain<Type[Key]> }

type IsSame<One, Other> =
  (<Any>() => Any extends Plain<One> ? 1 : 2) extends <Any>() => Any extends Plain<Other> ? 1 : 2
    ? true
    : false

/** The same, with every text of a list of texts as any text. */
type Widened<Type> = unknown extends Type
  ? Type
  : Type extends string
    ? string
    : Type extends number | boolean | null | undefined | void
      ? Type
      : Type extends readonly (infer Element)[]
        ? Widened<Element>[]
        : { [Key in keyof Type]: Widened<Type[Key]> }

/** What is written out names each text that is accepted, also where the service's own type says `string`. */
type IsSent<One, Other> = One extends Other ? IsSame<Widened<One>, Widened<Other>> : false

/** Names of the procedures that differ. `How`: `sent` compares inputs. */
type Differing<One, Other, How = 'answered'> = {
  [Room in keyof One & string]: Room extends keyof Other
    ? {
        [Name in (keyof One[Room] | keyof Other[Room]) & string]: Name extends keyof One[Room]
          ? Name extends keyof Other[Room]
            ? (
                How extends 'sent'
                  ? IsSent<One[Room][Name], Other[Room][Name]>
                  : IsSame<One[Room][Name], Other[Room][Name]>
              ) extends true
              ? never
              : `${Room}.${Name}`
            : `${Room}.${Name}`
          : `${Room}.${Name}`
      }[(keyof One[Room] | keyof Other[Room]) & string]
    : Room
}[keyof One & string]

type KindOf<Procedure> = Procedure extends { _def: { type: infer Type } } ? Type : never
type Kinds<Router extends { _def: { record: object } }> = {
  [Room in keyof Router['_def']['record']]: {
    [Name in keyof Router['_def']['record'][Room]]: KindOf<Router['_def']['record'][Room][Name]>
  }
}

describe('the types of the client', () => {
  it('take and answer what the procedures do, no more and no less', () => {
    expectTypeOf<keyof inferRouterInputs<AppRouter>>().toEqualTypeOf<
      keyof inferRouterInputs<Service>
    >()
    expectTypeOf<
      Differing<inferRouterInputs<AppRouter>, inferRouterInputs<Service>, 'sent'>
    >().toEqualTypeOf<never>()
    expectTypeOf<
      Differing<inferRouterOutputs<AppRouter>, inferRouterOutputs<Service>>
    >().toEqualTypeOf<never>()
    expectTypeOf<Kinds<AppRouter>>().toEqualTypeOf<Kinds<Service>>()
    expectTypeOf<
      IsSame<inferRouterError<AppRouter>, inferRouterError<Service>>
    >().toEqualTypeOf<true>()
    expectTypeOf<Refusal>().toEqualTypeOf<inferRouterError<AppRouter>['data']['problem']>()
  })

  it('would not be taken for others', () => {
    type One = { rooms: { list: { a: string; b?: number } } }
    expectTypeOf<Differing<One, One>>().toEqualTypeOf<never>()
    expectTypeOf<
      Differing<One, { rooms: { list: { a: string; b?: number; c?: string } } }>
    >().toEqualTypeOf<'rooms.list'>()
    expectTypeOf<
      Differing<One, { rooms: { list: { a: string; b: number | undefined } } }>
    >().toEqualTypeOf<'rooms.list'>()
    expectTypeOf<
      Differing<One, { rooms: { list: { a: 'x'; b?: number } } }>
    >().toEqualTypeOf<'rooms.list'>()
    expectTypeOf<Differing<One, { rooms: { get: One } }>>().toEqualTypeOf<
      'rooms.list' | 'rooms.get'
    >()
    type Named = { rooms: { list: { a: 'x' | 'y'; b?: number } } }
    expectTypeOf<Differing<Named, One, 'sent'>>().toEqualTypeOf<never>()
    expectTypeOf<Differing<One, Named, 'sent'>>().toEqualTypeOf<'rooms.list'>()
    expectTypeOf<Differing<One, { doors: object }>>().toEqualTypeOf<'rooms'>()
  })
})

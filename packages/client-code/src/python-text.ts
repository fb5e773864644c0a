/** The generated part of the SDK for Python as text: types of all that is sent and answered, and the methods. */
import {
  answerSchema,
  capitalized,
  DELIVERED_EVENT,
  operationId,
  recordsOf,
  type Route,
} from '@scheduling/api'
import { deprecationText } from '@scheduling/core'
import { z } from 'zod'
import { docstring, PythonShapes } from './python-shapes.ts'
import { isList, isOffered, verbOf } from './sdk-methods.ts'
import { wordsOfMethod, wordsOfRoom } from './sdk-words.ts'
import { mayBeLeftOut } from './shapes.ts'

const HEAD = '# Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.\n'

/** Keywords of every method, which no field may have. */
const TAKEN: ReadonlySet<string> = new Set(['self', 'options', 'idempotency_key'])

export type PythonText = {
  readonly records: string
  readonly methods: string
  /** The same methods, which are awaited. */
  readonly asyncMethods: string
}

export function pythonText(routes: readonly Route[]): PythonText {
  const shapes = new PythonShapes()
  shapes.events(DELIVERED_EVENT)
  const rooms = Map.groupBy(routes, ({ procedure }) => procedure.split('.')[0] ?? '')
  const classes = [...rooms].map(([room, its]) => {
    const methods = its.map((route) => methodText(route, shapes)).join('\n\n')
    return `class ${capitalized(room)}(Methods):\n    ${docstring(wordsOfRoom(its), 4)}\n\n${methods}\n`
  })
  const awaited = [...rooms].map(([room, its]) => {
    const methods = its.map((route) => methodText(route, shapes, AWAITED)).join('\n\n')
    return `class Async${capitalized(room)}(AsyncMethods):\n    ${docstring(`As \`${capitalized(room)}\`.`, 4)}\n\n${methods}\n`
  })
  const fields = (prefix: string) =>
    [...rooms.keys()].map(
      (room) => `        self.${snake(room)} = ${prefix}${capitalized(room)}(send)`,
    )
  const records = `${HEAD}from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

${[...shapes.declared.values()].map((text) => `\n${text}`).join('\n')}`
  const methods = `${HEAD}from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .calls import CallOptions, Methods, Page, Row, Send

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import records as r


${classes.join('\n\n')}

class Resources:
    """The methods by their resource."""

    def __init__(self, send: Send) -> None:
${fields('').join('\n')}
`
  const asyncMethods = `${HEAD}from __future__ import annotations

from typing import TYPE_CHECKING, Any, Awaitable

from .async_calls import AsyncList, AsyncMethods
from .calls import CallOptions, Row, Send

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import records as r


${awaited.join('\n\n')}

class AsyncResources:
    """The methods by their resource."""

    def __init__(self, send: Send) -> None:
${fields('Async').join('\n')}
`
  return { records, methods, asyncMethods }
}

/** What a method returns, and how much it says. */
type Manner = {
  readonly list: (record: string) => string
  readonly one: (record: string) => string
  readonly words: (all: string) => string
}

const WAITED: Manner = {
  list: (record) => `Page[${record}]`,
  one: (record) => record,
  words: (all) => all,
}

/** The first line says which route it is. The rest stands with the method of the same name. */
const AWAITED: Manner = {
  list: (record) => `AsyncList[${record}]`,
  one: (record) => `Awaitable[${record}]`,
  words: (all) => all.split('\n', 1)[0] ?? '',
}

function methodText(route: Route, shapes: PythonShapes, manner: Manner = WAITED): string {
  const { endpoint, procedure, pathNames } = route
  const { rest, input, output } = endpoint
  const given = Object.entries(input.shape).filter(
    (entry): entry is [string, z.ZodType] => !pathNames.includes(entry[0]) && isOffered(entry[1]),
  )
  const clash = given.find(([name]) => TAKEN.has(name))
  if (clash !== undefined)
    throw new Error(`${procedure}: \`${clash[0]}\` is a keyword of every method.`)
  const inputName = `${capitalized(operationId(procedure))}Input`
  if (given.length > 0) shapes.input(inputName, Object.fromEntries(given))
  const ids = pathNames.map(
    (name) => `${name}: ${shapes.typeOf(input.shape[name] ?? z.never(), 'in', procedure)}`,
  )
  const parameters = [
    'self',
    ...ids,
    '*',
    ...(rest.idempotent === true ? ['idempotency_key: str | None = None'] : []),
    'options: CallOptions | None = None',
    given.length > 0 ? `**fields: Unpack[r.${inputName}]` : '**fields: Any',
  ]
  const record = shapes.typeOf(
    answerSchema(recordsOf(output) ?? output),
    'out',
    `${procedure}_answer`,
  )
  const answer = (isList(route) ? manner.list : manner.one)(qualified(record))
  const key = rest.idempotent === true ? 'idempotency_key' : 'None'
  const row = `Row("${rest.method}", "${rest.path}"${rest.idempotent === true ? ', idempotent=True' : ''}${isList(route) ? ', is_list=True' : ''})`
  const needed = given.filter(([, schema]) => !mayBeLeftOut(schema)).map(([name]) => `\`${name}\``)
  const words = wordsOfMethod(route)
    .replace('@throws', 'Raises `SchedulingError` with')
    .replace('@deprecated ', '')
  const says = needed.length === 0 ? words : `${words}\n\nNeeded: ${needed.join(', ')}.`
  return `    def ${snake(verbOf(route))}(
        ${parameters.join(',\n        ')},
    ) -> ${answer}:
        ${docstring(manner.words(says), 8)}${warningOf(route)}
        return self._send(${row}, [${pathNames.join(', ')}], fields, ${key}, options)  # type: ignore`
}

/** A call of a route that ends says so while the program runs, as Python's own library does. */
function warningOf({ endpoint: { rest }, procedure }: Route): string {
  if (rest.deprecated === undefined) return ''
  const [room = '', verb = ''] = procedure.split('.')
  const words = `${snake(room)}.${snake(verb)}: ${deprecationText(rest.deprecated)}`
  return `\n        self._warn(${JSON.stringify(words)})`
}

/** Names of records stand in a module of their own. */
function qualified(type: string): string {
  return type.replaceAll(
    /(?<!["\w])(?!Any\b|Literal\b|None\b)[A-Z]\w*(?!")/g,
    (name) => `r.${name}`,
  )
}

/** `noShow` → `no_show` */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

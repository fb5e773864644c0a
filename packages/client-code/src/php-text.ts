/** The generated part of the SDK for PHP as text: classes of all that is answered, and the methods. */
import {
  answerSchema,
  capitalized,
  DELIVERED_EVENT,
  operationId,
  recordsOf,
  type Route,
} from '@scheduling/api'
import { z } from 'zod'
import { phpComment, PhpShapes, quotedPhp } from './php-shapes.ts'
import { isList, isOffered, verbOf } from './sdk-methods.ts'
import { mapNames } from './sdk-names.ts'
import { wordsOfMethod, wordsOfRoom } from './sdk-words.ts'
import { mayBeLeftOut } from './shapes.ts'

/** What a method refuses stands behind it, at the end of its words. */
const THROWS = '@throws '

const HEAD = `<?php

// Made from the routes and schemas of the API by \`pnpm generate\`. Do not edit it.

declare(strict_types=1);
`

const OPTIONS =
  '@param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call'

export type PhpText = { readonly records: string; readonly resources: string }

export function phpText(routes: readonly Route[]): PhpText {
  const shapes = new PhpShapes(
    routes.map(({ endpoint: { output } }) => recordsOf(output) ?? output),
  )
  shapes.events(DELIVERED_EVENT)
  const rooms = Map.groupBy(routes, ({ procedure }) => procedure.split('.')[0] ?? '')
  const classes = [...rooms].map(([room, its]) => {
    const methods = its.map((route) => methodText(route, shapes)).join('\n')
    return `${phpComment(wordsOfRoom(its), 0)}\nfinal class ${capitalized(room)} extends Resource\n{\n${methods}}\n`
  })
  const fields = [...rooms.keys()].map(
    (room) => `    public readonly ${capitalized(room)} $${room};`,
  )
  const made = [...rooms.keys()].map(
    (room) => `        $this->${room} = new ${capitalized(room)}($send);`,
  )
  const maps = mapNames(routes).map(quotedPhp).join(', ')
  return {
    records: `${HEAD}
namespace Scheduling\\Records;

/** What was answered. A field that is newer than this library is in \`toArray()\`. */
class Record implements \\JsonSerializable
{
    /** @param array<string, mixed> $data */
    public function __construct(private readonly array $data)
    {
    }

    /**
     * With the names of the wire, as it came.
     *
     * @return array<string, mixed>
     */
    final public function toArray(): array
    {
        return $this->data;
    }

    final public function jsonSerialize(): array
    {
        return $this->data;
    }
}

${[...shapes.declared.values()].join('\n')}`,
    resources: `${HEAD}
namespace Scheduling\\Resources;

use Scheduling\\Page;
use Scheduling\\Records;
use Scheduling\\SchedulingError;

/** Methods of one kind of record. */
abstract class Resource
{
    public function __construct(protected readonly \\Closure $send)
    {
    }
}

/** The methods by their resource. */
class Resources
{
    /** Fields whose names inside are data. Empty, they are a map, not a list. */
    public const MAPS = [${maps}];

${fields.join('\n')}

    public function __construct(\\Closure $send)
    {
${made.join('\n')}
    }
}

${classes.join('\n')}`,
  }
}

function methodText(route: Route, shapes: PhpShapes): string {
  const { endpoint, procedure, pathNames } = route
  const { rest, input, output } = endpoint
  const given = Object.entries(input.shape).filter(
    (entry): entry is [string, z.ZodType] => !pathNames.includes(entry[0]) && isOffered(entry[1]),
  )
  const isOnce = rest.idempotent === true
  const isOptional = given.every(([, schema]) => mayBeLeftOut(schema))
  const answer = shapes.answered(
    answerSchema(recordsOf(output) ?? output),
    `${operationId(procedure)}_answer`,
  )
  const isEmpty = answer.type === 'mixed' && answer.doc === 'null'
  const type = isList(route) ? 'Page' : isEmpty ? 'void' : qualified(answer.type)
  const parameters = [
    ...pathNames.map(
      (name) => `${shapes.sent(input.shape[name] ?? z.never(), procedure)} $${name}`,
    ),
    `array $fields${isOptional ? ' = []' : ''}`,
    ...(isOnce ? ['?string $idempotency_key = null'] : []),
    'array $options = []',
  ]
  const fields = shapes.shape(Object.fromEntries(given), operationId(procedure))
  const described = wordsOfMethod(route)
  const words = [
    described.includes(THROWS)
      ? `${described.replace(THROWS, `${THROWS}SchedulingError with the code `)}, and others`
      : described,
    `@param ${fields} $fields`,
    OPTIONS,
    ...(isList(route) ? [`@return Page<${qualified(answer.doc)}>`] : []),
  ]
  const row = `[${quotedPhp(rest.method)}, ${quotedPhp(rest.path)}, ${isOnce}, ${isList(route)}]`
  const ids = pathNames.map((name) => `$${name}`).join(', ')
  const makes = isEmpty ? 'null' : `static fn (array $one) => ${qualified(answer.made('$one'))}`
  return `${phpComment(words.join('\n\n'), 4)}
    public function ${verbOf(route)}(${parameters.join(', ')}): ${type}
    {
        ${isEmpty ? '' : 'return '}($this->send)(${row}, [${ids}], $fields, ${isOnce ? '$idempotency_key' : 'null'}, $options, ${makes});
    }

`
}

/** Classes of records stand in a namespace of their own. */
function qualified(type: string): string {
  return type.replaceAll(/(?<![\\\w'$])[A-Z]\w*\b(?!')/g, (name) => `Records\\${name}`)
}

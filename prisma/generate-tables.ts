/** The source of `src/generated/tables.ts`: the columns of every table, as `src/table.ts` declares them. */
import { snakeCase } from './src/snake-case.ts'

type Datamodel = Awaited<ReturnType<typeof import('@prisma/internals').getDMMF>>['datamodel']
type Model = Datamodel['models'][number]
type Field = Model['fields'][number]
type Enum = Datamodel['enums'][number]

/** @throws when a name in the database is not the name in the schema in snake_case, or a type is unknown here */
export function tablesOf({ models, enums }: Datamodel): string {
  const used = enums.filter(({ name }) =>
    models.some(({ fields }) => fields.some(({ type }) => type === name)),
  )
  return [
    '/** Written by generate.ts from the schema. */',
    "import * as column from '../columns.ts'",
    "import { table } from '../table.ts'",
    `import type { ${used.map(({ name }) => name).join(', ')} } from './enums.ts'`,
    '',
    ...models.map((model) => tableOf(model, enums)),
  ].join('\n')
}

function tableOf(model: Model, enums: readonly Enum[]): string {
  const { name, dbName, fields } = model
  const stored = fields.filter(({ kind }) => kind !== 'object')
  const columns = stored.map((field) => {
    const wanted = snakeCase(field.name)
    if ((field.dbName ?? field.name) !== wanted)
      throw new Error(`${name}.${field.name} must be called ${wanted} in the database.`)
    const type = columnOf(model, field, enums)
    return `  ${field.name}: ${field.isRequired ? type : `column.nullable(${type})`},`
  })
  const given = stored.filter(({ hasDefaultValue }) => hasDefaultValue)
  const defaults = given.map((field) => `'${field.name}'`).join(', ')
  const constant = name.charAt(0).toLowerCase() + name.slice(1)
  return `export const ${constant} = table('${dbName ?? name}', {\n${columns.join('\n')}\n}, [${defaults}])\n`
}

const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'column.bool',
  Int: 'column.int',
  'Int SmallInt': 'column.smallint',
  'Int[]': 'column.ints',
  BigInt: 'column.bigint',
  'BigInt[]': 'column.bigints',
  String: 'column.text',
  'String[]': 'column.texts',
  'DateTime Timestamptz': 'column.dateTime',
  'DateTime[] Timestamptz': 'column.dateTimeList',
  'DateTime Date': 'column.day',
  'Decimal Decimal': 'column.decimal',
  Bytes: 'column.bytes',
  'Bytes[]': 'column.bytesList',
  Json: 'column.jsonb<column.Json>()',
  'Json Json': 'column.json<column.Json>()',
}

function columnOf({ name }: Model, field: Field, enums: readonly Enum[]): string {
  if (field.kind === 'enum') {
    const found = enums.find((one) => one.name === field.type)
    return `column.oneOf<${field.type}>('${found?.dbName ?? field.type}')`
  }
  const [native] = field.nativeType ?? []
  const type = `${field.type}${field.isList ? '[]' : ''}${native === undefined ? '' : ` ${native}`}`
  const column = SCALARS[type]
  if (column === undefined)
    throw new Error(`${name}.${field.name}: no column is known for "${type}".`)
  return column
}

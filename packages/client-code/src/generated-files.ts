/** The files of the SDK and of the client that are made from the routes, procedures and schemas of the service. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { routeTable } from '@scheduling/api'
import { appRouter, proceduresOf } from '@scheduling/core'
import { clientTypes } from './client-types.ts'
import { phpText } from './php-text.ts'
import { pythonText } from './python-text.ts'
import { sdkText } from './sdk-text.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

export type GeneratedFile = {
  /** From the root of the repository. */
  readonly name: string
  readonly location: string
  /** As the formatter leaves it. */
  readonly text: string
}

export function generatedFiles(): GeneratedFile[] {
  const { routes } = routeTable(appRouter)
  const { records, methods, maps } = sdkText(routes)
  const python = pythonText(routes)
  const php = phpText(routes)
  return [
    file('packages/sdk/src/api-records.ts', records),
    file('packages/sdk/src/api-methods.ts', methods),
    file('packages/sdk/src/api-maps.ts', maps),
    file('packages/client/src/app-router.ts', clientTypes(proceduresOf(appRouter))),
    asWritten('packages/sdk-python/scheduling/records.py', python.records),
    asWritten('packages/sdk-python/scheduling/methods.py', python.methods),
    asWritten('packages/sdk-python/scheduling/async_methods.py', python.asyncMethods),
    asWritten('packages/sdk-php/src/Records.php', php.records),
    asWritten('packages/sdk-php/src/Resources.php', php.resources),
  ]
}

/** The formatter knows neither Python nor PHP. */
function asWritten(name: string, text: string): GeneratedFile {
  return { name, location: path.join(ROOT, name), text }
}

function file(name: string, input: string): GeneratedFile {
  const formatter = path.join(ROOT, 'node_modules/.bin/oxfmt')
  const text = execFileSync(formatter, [`--stdin-filepath=${name}`], { input, encoding: 'utf8' })
  return { name, location: path.join(ROOT, name), text }
}

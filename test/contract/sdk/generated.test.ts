/** The generated part of the SDK is what the routes and schemas say. */
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sdkText } from '../../support/sdk-text.ts'

const { routes } = routeTable(appRouter)
const SDK = path.join(import.meta.dirname, '../../../packages/sdk/src')

function formatted(name: string, text: string): string {
  const binary = path.join(import.meta.dirname, '../../../node_modules/.bin/oxfmt')
  return execFileSync(binary, [`--stdin-filepath=packages/sdk/src/${name}`], {
    input: text,
    encoding: 'utf8',
  })
}

describe('the generated part of the SDK', () => {
  it.each([
    ['api-records.ts', 'records'],
    ['api-methods.ts', 'methods'],
    ['api-maps.ts', 'maps'],
  ] as const)('%s is as the routes and schemas say', async (name, part) => {
    const text = sdkText(routes)[part]
    await expect(formatted(name, text)).toMatchFileSnapshot(path.join(SDK, name))
  })
})

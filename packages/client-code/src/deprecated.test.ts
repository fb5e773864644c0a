/** What the SDKs say of a route or a field that ends. Nothing ends today: the marks are made up. */
import { routeTable, type Route } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { phpText } from './php-text.ts'
import { pythonText } from './python-text.ts'
import { sdkText } from './sdk-text.ts'

const ENDS = { since: '2026-11-29', until: '2027-11-29', instead: 'Use `hold_id`.' }
const SAID = 'Deprecated since 2026-11-29, and ends on 2027-11-29. Use'

const routes = routeTable(appRouter).routes.map((route): Route => {
  const marks: Record<string, object> = {
    'services.list': { deprecated: ENDS },
    'clients.create': { deprecatedFields: { cpf: ENDS } },
  }
  const rest = { ...route.endpoint.rest, ...marks[route.procedure] }
  return { ...route, endpoint: { ...route.endpoint, rest } }
})

/** The part of a text between two marks. */
function between(text: string, from: string, to: string): string {
  return text.split(from)[1]?.split(to)[0] ?? ''
}

describe('of a route that ends', () => {
  it('TypeScript and PHP mark the method for editors', () => {
    const { methods } = sdkText(routes)
    const comment = between(methods, 'List services: ', '\nlist<')
    expect(comment).toContain(` * @deprecated ${SAID} \`holdId\`.\n`)
    expect(methods.split('@deprecated')).toHaveLength(2)
    const { resources } = phpText(routes)
    expect(between(resources, 'List services: ', 'function list(')).toContain(
      `     * @deprecated ${SAID} \`hold_id\`.\n`,
    )
    expect(resources.split('@deprecated')).toHaveLength(2)
  })

  it('Python says so in the text of the method, and warns when it is called', () => {
    const { methods, asyncMethods } = pythonText(routes)
    const method = between(methods, 'List services: ', '    def ')
    expect(method).toContain(`        ${SAID} \`hold_id\`.\n`)
    const warning = `        self._warn("services.list: ${SAID} \`hold_id\`.")\n        return`
    expect(method).toContain(warning)
    expect(asyncMethods).toContain(warning)
    expect(methods.split('self._warn(')).toHaveLength(2)
  })
})

describe('of a field that ends', () => {
  it('TypeScript marks the field, and each language tells the end with the method', () => {
    const { records, methods } = sdkText(routes)
    expect(between(records, 'export type CreateClientInput = ', '\nexport')).toMatch(
      /@deprecated Deprecated since 2026-11-29[^/]*\*\/\n\s*cpf\?:/,
    )
    const line = `\`cpf\`: ${SAID}`
    for (const text of [methods, pythonText(routes).methods, phpText(routes).resources])
      expect(text.split(line)).toHaveLength(2)
  })
})

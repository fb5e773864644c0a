import { describe, expect, it } from 'vitest'
import { docsTable } from '../testing/docs-table.ts'
import { TOOLS } from './tools.ts'

describe('the tools', () => {
  it('stand in the docs as they are declared', () => {
    const [head, ...rows] = docsTable('agents.md', '<!-- table: tools -->')
    expect(head).toEqual(['Tool', 'What it is for', 'Scopes', 'Changes'])
    expect(rows).toEqual(
      TOOLS.map(({ name, title, scopes, hints }) => [
        `\`${name}\``,
        title,
        scopes.map((scope) => `\`${scope}\``).join(', '),
        hints.readOnly ? 'nothing' : hints.destructive ? 'once it is agreed' : 'yes',
      ]),
    )
  })

  it('have names of their own, and words for people and models', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length)
    for (const { name, title, description } of TOOLS) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(title.length).toBeGreaterThan(5)
      expect(description.length).toBeLessThan(200)
    }
  })
})

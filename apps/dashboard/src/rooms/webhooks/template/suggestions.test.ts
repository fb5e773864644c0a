import { describe, expect, it } from 'vitest'
import { suggestionsAt } from './suggestions.ts'

const KNOWLEDGE = {
  sample: {
    type: 'appointment.created',
    data: {
      object: { id: 7, client: { name: 'Mariana' }, services: [{ id: 31, name: 'Limpeza' }] },
      changes: { start: { from: 'a', to: 'b' } },
    },
  },
  secretNames: ['api_token', 'crm'],
}
const at = (before: string) => {
  const found = suggestionsAt(before, KNOWLEDGE)
  return found === null
    ? null
    : { typed: before.slice(found.from), labels: found.options.map(({ label }) => label) }
}

describe('suggestionsAt', () => {
  it('says nothing outside of the braces, nor inside a text', () => {
    expect(at('{"id": ')).toBeNull()
    expect(at('{{ id }} and ')).toBeNull()
    expect(at("{{ 'da")).toBeNull()
  })

  it('knows the fields of the event at every depth, with an example', () => {
    expect(at('{{ da')).toEqual({ typed: 'da', labels: ['type', 'data', 'secret_ref'] })
    expect(at('{{ data.object.client.')).toEqual({ typed: '', labels: ['name'] })
    expect(at('{{ data.object.services[0].na')).toEqual({ typed: 'na', labels: ['id', 'name'] })
    expect(suggestionsAt('{{ data.object.', KNOWLEDGE)?.options[0]).toEqual({
      label: 'id',
      kind: 'variable',
      detail: '7',
    })
    expect(at('{{ data.nothing.here.')?.labels).toEqual([])
    expect(at('{{ data.constructor.')?.labels).toEqual([])
  })

  it('knows filters after a bar, and secrets by name', () => {
    expect(at('{{ id | js')).toMatchObject({
      typed: 'js',
      labels: expect.arrayContaining(['json']),
    })
    expect(at("{{ 'Bearer ' ~ secret_ref('ap")).toEqual({
      typed: 'ap',
      labels: ['api_token', 'crm'],
    })
  })

  it('knows words of blocks, and the names of loops', () => {
    expect(at('{% ')?.labels).toContain('for')
    expect(at('{%- i')?.labels).toContain('if')
    expect(at('{% if ')?.labels).not.toContain('for')
    const loop = '{% for service in data.object.services %}'
    expect(at(`${loop}{{ service.`)?.labels).toEqual(['id', 'name'])
    expect(at(`${loop}{{ loop.`)?.labels).toContain('index')
    expect(at('{% for field, change in data.changes %}{{ change.')?.labels).toEqual(['from', 'to'])
  })
})

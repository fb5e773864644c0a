import { CATALOGUE } from '@scheduling/messaging'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { chipsOf, glanceAt, partnersOf, writtenFact } from './chips.ts'
import { CONDITIONS, FACTS } from './kinds.ts'

const named = (text: string) =>
  chipsOf(text)?.map(({ meaning, from, to }) => [text.slice(from, to), meaning])

it('shows every usual text, with nothing of the template language left', () => {
  for (const [purpose, { texts }] of Object.entries(CATALOGUE)) {
    for (const { subject, body } of Object.values(texts)) {
      for (const text of [subject, body]) {
        const glance = glanceAt(text)
        expect(glance, `${purpose}: ${text}`).not.toBeNull()
        expect(JSON.stringify(glance), purpose).not.toMatch(/[{]{2}|[{]%/)
      }
    }
  }
})

it('names facts and conditions, however they are spaced', () => {
  expect(
    named("Oi{{data.object.when}}{%  if data.object.channel != 'email' %}!{% endif %}"),
  ).toEqual([
    ['{{data.object.when}}', { kind: 'fact', fact: 'when' }],
    ["{%  if data.object.channel != 'email' %}", { kind: 'if', when: 'byWhatsapp' }],
    ['{% endif %}', { kind: 'endif' }],
  ])
  expect(named(writtenFact('clinic'))).toEqual([
    ['{{ organization.name }}', { kind: 'fact', fact: 'clinic' }],
  ])
})

it.each([
  '{{ data.object.name | upper }}',
  '{{ data.object.unknown }}',
  '{% for x in data.object.y %}{% endfor %}',
  '{# a note #}',
  '{{ data.object.when',
  '{% if data.object.when %}',
  '{% endif %}',
  '{% else %}',
  '{% if data.object.when %}{% else %}{% else %}{% endif %}',
  '{% if data.object.when %}{% else %}{% elif data.object.link %}{% endif %}',
])('leaves to "Advanced": %s', (text) => {
  expect(chipsOf(text)).toBeNull()
})

const when = fc.constantFrom(
  ...FACTS.filter((fact) => fact !== 'clinic').map((fact) => `data.object.${fact}`),
  ...Object.values(CONDITIONS),
)
const { text } = fc.letrec<{ text: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('Olá', '{ ', '}}', '\n', 'é 5 %}'),
    fc.constantFrom(...FACTS).map(writtenFact),
    fc
      .tuple(when, tie('text'), tie('text'))
      .map(
        ([condition, then, otherwise]) =>
          `{% if ${condition} %}${then}{% else %}${otherwise}{% endif %}`,
      ),
  ),
  text: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('\u200b')),
}))

it('removes a condition as one piece: what stays can be shown', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (all, first, length) => {
      const chips = chipsOf(all)
      if (chips === null) throw new Error(`Chips cannot show: ${all}`)
      const removed = chips.slice(first % (chips.length + 1)).slice(0, length % (chips.length + 1))
      const gone = [...removed, ...partnersOf(chips, removed)].sort((a, b) => b.from - a.from)
      const rest = gone.reduce(
        (words, { from, to }) => words.slice(0, from) + '\u200b' + words.slice(to),
        all,
      )
      expect(chipsOf(rest)).toHaveLength(chips.length - gone.length)
    }),
  )
})

it('reads a text at a glance with the first case of each condition', () => {
  expect(
    glanceAt(
      'A{% if data.object.when %}B{% if data.object.link %}C{% else %}D{% endif %}{% else %}E{{ data.object.link }}{% endif %}F',
    ),
  ).toEqual(['A', 'B', 'C', 'F'].map((words) => ({ words })))
})

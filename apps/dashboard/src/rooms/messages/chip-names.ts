import type { Chip, Fact, Meaning } from './chips.ts'
import { CONDITIONS } from './kinds.ts'
import type { MESSAGE_TEXTS } from './texts.ts'

type Words = (typeof MESSAGE_TEXTS)['pt']

/** What a chip says. */
export function chipName(t: Words, meaning: Meaning): string {
  switch (meaning.kind) {
    case 'fact':
      return t.facts[meaning.fact]
    case 'if':
      return conditionName(t, meaning.when)
    case 'elif':
      return t.otherwiseIf(conditionName(t, meaning.when))
    case 'else':
      return t.otherwise
    case 'endif':
      return t.endIf
  }
}

function conditionName(t: Words, when: Fact | keyof typeof CONDITIONS): string {
  return isCondition(when) ? t.conditions[when] : t.ifThere(t.facts[when])
}

function isCondition(when: Fact | keyof typeof CONDITIONS): when is keyof typeof CONDITIONS {
  return when in CONDITIONS
}

export function chipNames(t: Words, chips: readonly Chip[]): string {
  return chips.map(({ meaning }) => chipName(t, meaning)).join(', ')
}

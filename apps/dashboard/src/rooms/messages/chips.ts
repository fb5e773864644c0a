/** A text of the clinic in pieces: words, and chips that stand for what the template language says. */
import { CONDITIONS, FACTS } from './kinds.ts'

export type Fact = (typeof FACTS)[number]
export type Condition = keyof typeof CONDITIONS

/** What a chip stands for. `when`: the condition, or the fact that there has to be. */
export type Meaning =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'if' | 'elif'; readonly when: Fact | Condition }
  | { readonly kind: 'else' | 'endif' }

/** A piece of the text. Tags of one condition have one `block`; a fact has none. */
export type Chip = {
  readonly from: number
  readonly to: number
  readonly meaning: Meaning
  readonly block: number | null
}

const FACT_OF = new Map<string, Fact>(FACTS.map((fact) => [pathOf(fact), fact]))
const WHEN_OF = new Map<string, Fact | Condition>([
  ...FACT_OF,
  ...Object.entries(CONDITIONS).map(([name, written]) => [written, name as Condition] as const),
])

/** How the template language names a fact. */
function pathOf(fact: Fact): string {
  return fact === 'clinic' ? 'organization.name' : `data.object.${fact}`
}

export function writtenFact(fact: Fact): string {
  return `{{ ${pathOf(fact)} }}`
}

function meaningOf(tag: string): Meaning | null {
  const inside = tag.slice(2, -2).trim()
  if (tag.startsWith('{{')) {
    const fact = FACT_OF.get(inside)
    return fact === undefined ? null : { kind: 'fact', fact }
  }
  if (inside === 'else' || inside === 'endif') return { kind: inside }
  const [kind = '', ...rest] = inside.split(' ')
  const when = WHEN_OF.get(rest.join(' '))
  if (when === undefined) return null
  return kind === 'if' || kind === 'elif' ? { kind, when } : null
}

/**
 * The chips of a text, in their order.
 *
 * @returns null where chips cannot show all of it: another name, another tag, or a condition without its end
 */
export function chipsOf(text: string): readonly Chip[] | null {
  const chips: Chip[] = []
  const open: { block: number; hasElse: boolean }[] = []
  let end = 0
  let blocks = 0
  for (const { 0: tag, index } of text.matchAll(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g)) {
    const meaning = meaningOf(tag)
    if (meaning === null || isTemplate(text.slice(end, index))) return null
    end = index + tag.length
    if (meaning.kind === 'if') {
      open.push({ block: blocks, hasElse: false })
      blocks += 1
    }
    const around = open.at(-1)
    if (meaning.kind !== 'fact') {
      if (around === undefined) return null
      if (meaning.kind === 'else' || meaning.kind === 'elif') {
        if (around.hasElse) return null
        around.hasElse = meaning.kind === 'else'
      }
    }
    const block = meaning.kind === 'fact' ? null : (around?.block ?? null)
    chips.push({ from: index, to: end, meaning, block })
    if (meaning.kind === 'endif') open.pop()
  }
  return open.length > 0 || isTemplate(text.slice(end)) ? null : chips
}

function isTemplate(words: string): boolean {
  return /\{[{%#]/.test(words)
}

export type Span = Pick<Chip, 'from' | 'to'>

/** The tags that have to go too where some are removed: a condition is removed as one piece, and its words stay. */
export function partnersOf(chips: readonly Chip[], removed: readonly Span[]): readonly Chip[] {
  const isRemoved = (chip: Chip) =>
    removed.some(({ from, to }) => from <= chip.from && chip.to <= to)
  const gone = new Set(chips.filter(isRemoved).map(({ block }) => block))
  return chips.filter((chip) => chip.block !== null && gone.has(chip.block) && !isRemoved(chip))
}

export type Piece = { readonly words: string } | { readonly fact: Fact }

/** A text at a glance: of each condition the first case. */
export function glanceAt(text: string): readonly Piece[] | null {
  const chips = chipsOf(text)
  if (chips === null) return null
  const pieces: Piece[] = []
  const otherCases = new Set<number | null>()
  let end = 0
  const add = (piece: Piece) => {
    if (otherCases.size === 0) pieces.push(piece)
  }
  for (const { from, to, meaning, block } of chips) {
    if (from > end) add({ words: text.slice(end, from) })
    end = to
    if (meaning.kind === 'fact') add({ fact: meaning.fact })
    if (meaning.kind === 'else' || meaning.kind === 'elif') otherCases.add(block)
    if (meaning.kind === 'endif') otherCases.delete(block)
  }
  if (end < text.length) add({ words: text.slice(end) })
  return pieces
}

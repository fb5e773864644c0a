type Write = () => string
type Choices<T> = readonly [T, ...T[]]

/**
 * Writes random templates: mostly well formed, so that they get deep into the interpreter, with
 * hostile words, wrong brackets and broken ends sprinkled in. The same `random` writes the same.
 */
export class TemplateWriter {
  readonly #random: () => number
  readonly #loopNames: string[] = []

  constructor(random: () => number) {
    this.#random = random
  }

  /** A plain text or, for `isJson`, mostly a JSON document with insertions. */
  write(isJson: boolean): string {
    const body = isJson && this.#chance(0.8) ? this.#json(3) : this.#blocks(3, 5)
    return this.#chance(0.1) ? this.#break(body) : body
  }

  #json(depth: number): string {
    const inner = () => this.#json(depth - 1)
    const insertion = () => `{{ (${this.#expression(3)}) | json }}`
    if (depth <= 0) return this.#chance(0.7) ? insertion() : this.#pick(['1', '"x"', 'null', '""'])
    return this.#pick<Write>([
      insertion,
      () => `{"a": ${inner()}, "b\\"": ${inner()}}`,
      () => `[${inner()}, ${inner()}]`,
      () => `{% if ${this.#expression(2)} %}${inner()}{% else %}${inner()}{% endif %}`,
      () => {
        const comma = '{% if not loop.last %},{% endif %}'
        return `[${this.#loop(() => `${inner()}${comma}`)}]`
      },
    ])()
  }

  #blocks(depth: number, most: number): string {
    return this.#repeat(1 + most, () => this.#block(depth))
  }

  #block(depth: number): string {
    const kind = this.#random()
    if (kind < 0.25) return this.#pick(TEXTS)
    if (kind < 0.7 || depth <= 0) {
      const ending = this.#chance(0.6)
        ? this.#pick([' | json', ' | length', ' | join(",", "name")'])
        : ''
      return `{{${this.#dash()} ${this.#expression(depth)}${ending} ${this.#dash()}}}`
    }
    if (kind < 0.82) {
      const more = this.#chance(0.2)
        ? `{% elif ${this.#expression(1)} %}${this.#block(depth - 1)}`
        : ''
      const last = this.#chance(0.3) ? `{% else %}${this.#block(depth - 1)}` : ''
      const condition = this.#expression(2)
      return `{%${this.#dash()} if ${condition} %}${this.#blocks(depth - 1, 2)}${more}${last}{% endif ${this.#dash()}%}`
    }
    if (kind < 0.97) return this.#loop(() => this.#blocks(depth - 1, 2))
    return this.#chance(0.7) ? '{# note #}' : this.#pick(HOSTILE_BLOCKS)
  }

  #loop(body: Write): string {
    if (this.#loopNames.length >= 2 && !this.#chance(0.03)) return ''
    const over = this.#pick<Write>([
      () => 'data.object.services',
      () => 'data.changes',
      () => 'data.object.metadata',
      () => `[${this.#repeat(40, () => this.#pick(NUMBERS), ',')}]`,
      () => this.#expression(2),
    ])()
    const name = this.#chance(0.02) ? this.#pick(HOSTILE_NAMES) : this.#pick(['a', 'b'])
    this.#loopNames.push(name)
    const names = over === 'data.changes' && this.#chance(0.5) ? `k, ${name}` : name
    const loop = `{% for ${names} in ${over} %}${body()}{% endfor %}`
    this.#loopNames.pop()
    return loop
  }

  #expression(depth: number): string {
    const inner = () => this.#expression(depth - 1)
    if (depth <= 0) {
      return this.#pick<Write>([
        () => this.#variable(),
        () => this.#pick(LITERALS),
        () => this.#pick(NUMBERS),
      ])()
    }
    return this.#pick<Write>([
      () => this.#variable(),
      () => `data.object.${this.#key()}`,
      () => `data.object.client.${this.#key()}`,
      () => `data.changes.${this.#key()}`,
      () => `(${inner()})[${inner()}]`,
      () => `(${inner()})`,
      () => `[${this.#repeat(3, inner, ',')}]`,
      () => `(${inner()}) | ${this.#filter(depth)}`,
      () => `${this.#variable()}|${this.#filter(depth)}|${this.#filter(depth)}`,
      () => `${this.#variable()} ~ ${this.#pick(LITERALS)}`,
      () => `(${inner()}) ~ (${inner()})`,
      () => `(${inner()}) ${this.#operator()} (${inner()})`,
      () => `not ${inner()}`,
      () => `(${inner()}) if (${inner()}) else (${inner()})`,
      () => `secret_ref(${this.#chance(0.95) ? "'crm'" : inner()})`,
      () => (this.#chance(0.03) ? `${this.#variable()}(${inner()})` : inner()),
    ])()
  }

  #variable(): string {
    if (this.#chance(0.01)) return this.#pick(HOSTILE_NAMES)
    const loops = this.#loopNames.length > 0 ? [...this.#loopNames, 'loop.index', 'loop.last'] : []
    return this.#pick(['id', 'data.object', 'created_at', 'organization.name', 'now', ...loops])
  }

  #key(): string {
    return this.#chance(0.01) ? this.#pick(HOSTILE_NAMES) : this.#pick(KEYS)
  }

  #operator(): string {
    return this.#chance(0.03)
      ? this.#pick(RARE_OPERATORS)
      : this.#pick(['and', 'or', '==', '!=', '===', '<', '>='])
  }

  #filter(depth: number): string {
    const inner = () => this.#expression(depth - 2)
    return this.#pick<Write>([
      () => 'json',
      () => `date(${this.#chance(0.8) ? "'d/m/y H:i:s'" : inner()})`,
      () => `default(${inner()})`,
      () => 'upper',
      () => 'lower',
      () => `truncate(${this.#chance(0.8) ? this.#pick(NUMBERS) : inner()})`,
      () => `replace(${this.#pick(LITERALS)}, ${inner()})`,
      () => 'join(", ", "name")',
      () => `join(${this.#pick(LITERALS)})`,
      () => 'first',
      () => 'last',
      () => 'length',
      () => (this.#chance(0.1) ? this.#pick(HOSTILE_FILTERS) : 'json'),
    ])()
  }

  /** Cuts, doubles or turns a piece: a slip of the hand. */
  #break(template: string): string {
    const at = Math.floor(this.#random() * template.length)
    const length = 1 + Math.floor(this.#random() * 8)
    const piece = template.slice(at, at + length)
    const turned = Array.from(piece).toReversed().join('')
    const replacement = this.#pick(['', piece + piece, turned])
    return template.slice(0, at) + replacement + template.slice(at + length)
  }

  #dash(): string {
    return this.#chance(0.1) ? '-' : ''
  }

  #chance(probability: number): boolean {
    return this.#random() < probability
  }

  #pick<T>(choices: Choices<T>): T {
    return choices[Math.floor(this.#random() * choices.length)] ?? choices[0]
  }

  #repeat(most: number, write: Write, separator = ''): string {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, write).join(separator)
  }
}

const TEXTS = [
  'x',
  '{"a": ',
  '"',
  ', ',
  ' \n',
  '\\',
  ' '.repeat(300),
  '{',
  'ç💜',
  '%}',
  '}}',
] as const
const NUMBERS = ['0', '1', '2', '10', '65535', '1.5', '00'] as const
const LITERALS = [
  '"x"',
  "'d/m/Y'",
  '"name"',
  '", "',
  '"\\\\"',
  '"ΐß💜"',
  '""',
  "'2026-11-20'",
  '"a\nb"',
  '"\uD800"',
  'none',
  'true',
  '"constructor" | upper',
] as const
const KEYS = ['name', 'services', 'client', 'metadata', 'price', 'start', 'from', 'notes'] as const
const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '`${globalThis.attacked=1}`',
  'a;globalThis.attacked=1',
  '__defineGetter__',
  'r/(/',
  'ｉｄ',
  'this',
  'x'.repeat(70),
] as const
const HOSTILE_FILTERS = ['safe', 'dump', 'constructor', 'first.name', 'json()()'] as const
const RARE_OPERATORS = ['in', 'is', '+', '**', '||', '&&', '=', '=>'] as const
const HOSTILE_BLOCKS = [
  '{% set a = 1 %}',
  '{% raw %}{{ x }}{% endraw %}',
  '{% macro constructor(a) %}{% endmacro %}',
  '{% include id %}',
  '{% import id as a %}',
  '{% block a %}{% endblock %}',
  '{% call id() %}{% endcall %}',
  '{% filter upper %}a{% endfilter %}',
  '{% switch id %}{% case 1 %}{% endswitch %}',
  '{% endif %}',
  '{% else %}',
  '{#- x',
  '{{',
  '{%',
] as const

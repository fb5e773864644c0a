import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Budget } from './budget.ts'
import { lex, type Token, type Tokenizer } from './nunjucks-parser.ts'
import { OpenBlocks } from './open-blocks.ts'
import { COMPARISON_OPERATORS, FILTERS, isFilterName } from './syntax-tree.ts'
import {
  NAME_PATTERN,
  forbiddenFault,
  isForbiddenKey,
  quote,
  syntaxFault,
  type Position,
} from './template.ts'
import {
  isOperandEnd,
  trimsBefore,
  withoutDash,
  explainOperator,
  closing,
  text,
  position,
} from './tokens.ts'

const TAGS_ALONE = new Set(['else', 'endif', 'endfor'])

/** What people write who know other languages. */
const INSTEAD_OF: ReadonlyMap<string, string> = new Map([
  ['&&', '`and`'],
  ['?', '`a if b else c`'],
  ['??', '`| default(…)`'],
])

const OPERATORS: ReadonlySet<string> = new Set(['.', ...COMPARISON_OPERATORS])

type OpenBracket = { character: string; at: Position; filterArguments: boolean }

/**
 * Stands between the lexer and the parser and lets through only tokens of our language, so that the
 * parser never sees what it handles badly: raw blocks (quadratic search, crash on a line break),
 * regex literals (it compiles them), names that are not names, unmatched brackets, a second call
 * after a filter (it drops the first silently), the end of the text in the middle of a tag (it
 * reads a property of null), nesting deep enough for its recursion. It also trims blanks beside
 * `{%-` itself: the parser's own expression needs quadratic time, 90 ms for 16 KB.
 */
export class TokenGate {
  readonly #lexer: Tokenizer
  readonly #budget: Budget
  readonly tags: Record<string, string>
  #ahead: Token | null = null
  #tagOpenedAt: { opening: '{{' | '{%'; at: Position } | null = null
  #brackets: OpenBracket[] = []
  readonly #blocks = new OpenBlocks()
  #nots = 0
  /** The last token of the tag that is not white space. */
  #previous: Token | null = null
  #beforePrevious: Token | null = null
  #filterCallClosed = false

  constructor(source: string, budget: Budget) {
    this.#lexer = lex(source)
    this.#budget = budget
    this.tags = this.#lexer.tags
  }

  nextToken(): Token | null {
    const token = this.#ahead ?? this.#read()
    this.#ahead = null
    if (token?.type === 'data') {
      this.#ahead = this.#read()
      if (this.#ahead !== null && trimsBefore(this.#ahead)) token.value = text(token).trimEnd()
    }
    if (token !== null && trimsBefore(token)) token.value = withoutDash(text(token))
    if (token === null) this.#checkEnd()
    else this.#check(token)
    return token
  }

  #read(): Token | null {
    this.#budget.spend(1, null)
    const at = { line: this.#lexer.lineno + 1, column: this.#lexer.colno + 1 }
    let token: Token | null
    try {
      token = this.#lexer.nextToken()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (message.includes('end of comment')) {
        const unopened = message.startsWith('unexpected')
        throw syntaxFault(
          unopened ? '`#}` does not close a comment' : '`{#` is never closed by `#}`',
          at,
        )
      }
      throw syntaxFault('this text cannot be parsed as a template', at)
    }
    if (token?.type === 'string' && this.#lexer.index > this.#lexer.len) {
      throw syntaxFault('the text that begins here has no closing quote', position(token))
    }
    return token
  }

  #checkEnd(): void {
    if (this.#tagOpenedAt !== null) {
      const { opening, at } = this.#tagOpenedAt
      throw syntaxFault(`\`${opening}\` is never closed by \`${closing(opening)}\``, at)
    }
    this.#blocks.checkEnd()
  }

  #check(token: Token): void {
    const at = position(token)
    switch (token.type) {
      case 'data':
      case 'comment':
      case 'whitespace':
        return
      case 'block-start':
      case 'variable-start':
        this.#tagOpenedAt = { opening: token.type === 'block-start' ? '{%' : '{{', at }
        this.#brackets = []
        this.#nots = 0
        this.#previous = null
        this.#beforePrevious = null
        this.#filterCallClosed = false
        return
      case 'block-end':
      case 'variable-end':
        this.#checkTagEnd(token.type === 'block-end' ? '%}' : '}}', at)
        return
    }
    if (this.#tagOpenedAt?.opening === '{%' && this.#previous === null) this.#checkTag(token, at)
    else this.#checkToken(token, at)
    this.#beforePrevious = this.#previous
    this.#previous = token
  }

  #checkTagEnd(found: '%}' | '}}', at: Position): void {
    const opened = this.#tagOpenedAt
    this.#tagOpenedAt = null
    if (opened === null) return
    const expected = closing(opened.opening)
    if (found !== expected) {
      throw syntaxFault(`expected \`${expected}\` here, found \`${found}\``, at)
    }
    const bracket = this.#brackets.at(-1)
    if (bracket !== undefined)
      throw syntaxFault(`\`${bracket.character}\` is not closed`, bracket.at)
    if (this.#previous === null)
      throw syntaxFault(`\`${opened.opening} ${expected}\` is empty`, opened.at)
    if (this.#previous.type === 'pipe') throw syntaxFault('a filter name must follow `|`', at)
  }

  /** The first word of `{% … %}`. */
  #checkTag(token: Token, at: Position): void {
    const tag = text(token)
    if (token.type !== 'symbol') {
      throw syntaxFault(`a tag name must follow \`{%\`, not ${quote(tag)}`, at)
    }
    this.#blocks.enter(tag, at)
  }

  #checkToken(token: Token, at: Position): void {
    const value = text(token)
    if (this.#tagOpenedAt?.opening === '{%' && this.#beforePrevious === null) {
      const tag = this.#previous === null ? '' : text(this.#previous)
      const hint = tag === 'else' ? '; another condition is `elif`' : ''
      if (TAGS_ALONE.has(tag)) throw syntaxFault(`nothing can follow \`${tag}\`${hint}`, at)
    }
    const closedFilterCall = this.#filterCallClosed
    this.#filterCallClosed = false
    if (this.#previous?.type === 'pipe' && token.type !== 'symbol') {
      const hint = token.type === 'pipe' ? '; write `or` for a choice' : ''
      throw syntaxFault(`a filter name must follow \`|\`, not ${quote(value)}${hint}`, at)
    }
    switch (token.type) {
      case 'symbol':
        return this.#checkName(value, at)
      case 'operator':
        if (!OPERATORS.has(value)) throw forbiddenFault(explainOperator(value), at)
        if (value === '.' && (closedFilterCall || this.#isFilterName())) {
          throw syntaxFault('put the filter in parentheses before `.`: `(value | first).name`', at)
        }
        return
      case 'left-paren':
      case 'left-bracket':
        return this.#openBracket(value, at, closedFilterCall)
      case 'right-paren':
      case 'right-bracket':
        return this.#closeBracket(value, at)
      case 'pipe':
      case 'comma':
      case 'tilde':
      case 'string':
      case 'int':
      case 'float':
      case 'boolean':
      case 'none':
        return
      case 'regex':
        throw forbiddenFault('regular expressions are not part of the language', at)
      case 'left-curly':
      case 'right-curly':
      case 'colon':
        throw forbiddenFault(
          `${quote(value)} is not part of the language; \`{{\` closes with \`}}\``,
          at,
        )
      default:
        throw forbiddenFault(`${quote(value)} is not part of the language`, at)
    }
  }

  #checkName(name: string, at: Position): void {
    const instead = INSTEAD_OF.get(name)
    if (instead !== undefined) {
      throw forbiddenFault(`there is no ${quote(name)} in the language; write ${instead}`, at)
    }
    if (!NAME_PATTERN.test(name)) {
      const { templateNameCharacters: most } = WEBHOOK_LIMITS
      throw forbiddenFault(
        `${quote(name)} is not a name: use letters, digits and \`_\`, at most ${most} characters`,
        at,
      )
    }
    if (isForbiddenKey(name)) throw forbiddenFault(`the name ${quote(name)} is not allowed`, at)
    if (this.#previous?.type === 'pipe' && !isFilterName(name)) {
      const filters = Object.keys(FILTERS).join(', ')
      throw forbiddenFault(`there is no filter ${quote(name)}; the filters are ${filters}`, at)
    }
    if (name === 'not') {
      this.#nots += 1
      if (this.#nots > WEBHOOK_LIMITS.templateDepth)
        throw forbiddenFault('too many `not` in one tag', at)
    }
  }

  #openBracket(character: string, at: Position, closedFilterCall: boolean): void {
    const previous = this.#previous
    if (character === '[' && (closedFilterCall || this.#isFilterName())) {
      throw syntaxFault('put the filter in parentheses before `[`: `(value | first)[0]`', at)
    }
    if (character === '(' && previous !== null && isOperandEnd(previous)) {
      throw forbiddenFault('only `secret_ref` can be called', at)
    }
    if (this.#brackets.length >= WEBHOOK_LIMITS.templateDepth) {
      throw forbiddenFault('brackets are nested too deeply', at)
    }
    this.#brackets.push({
      character,
      at,
      filterArguments: character === '(' && this.#isFilterName(),
    })
  }

  #closeBracket(character: string, at: Position): void {
    const open = this.#brackets.pop()
    if (open === undefined || (open.character === '(') !== (character === ')')) {
      throw syntaxFault(`\`${character}\` does not close a bracket`, at)
    }
    this.#filterCallClosed = open.filterArguments
  }

  #isFilterName(): boolean {
    return this.#previous?.type === 'symbol' && this.#beforePrevious?.type === 'pipe'
  }
}

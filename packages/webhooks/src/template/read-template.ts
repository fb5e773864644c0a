import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Budget } from './budget.ts'
import { NameChecker } from './check-names.ts'
import { checkSecretPlaces } from './check-secret-places.ts'
import { checkJsonInsertions } from './json-insertions.ts'
import { Parser } from './nunjucks-parser.ts'
import { TreeReader } from './read-tree.ts'
import type { Shape } from './shape.ts'
import type { Statement } from './syntax-tree.ts'
import { TemplateFault, quote, type Position } from './template.ts'
import { TokenGate } from './token-gate.ts'

export type ReadingRules = {
  /** Names that `secret_ref` may give; null: secrets are not available here at all. */
  secretNames: ReadonlySet<string> | null
  /** In a JSON body every insertion ends in `json` and stands outside quotes. */
  isJson: boolean
  /** All that there are, with what is known of their parts. */
  variables: Shape
  budget: Budget
}

export type ReadTemplate = { statements: Statement[]; faults: TemplateFault[] }

/**
 * Parses and checks one template text. Never throws for anything the text says: `faults` is empty
 * exactly when `statements` may be rendered. The same reading runs at save and before each render.
 */
export function readTemplate(source: string, rules: ReadingRules): ReadTemplate {
  const { budget } = rules
  const reader = new TreeReader(rules.secretNames, budget)
  try {
    const root: unknown = new Parser(new TokenGate(source, budget)).parseAsRoot()
    const statements = reader.readStatements(root)
    const names = new NameChecker(rules.variables, budget)
    names.check(statements)
    const faults = [...reader.faults, ...names.faults, ...checkSecretPlaces(statements, budget)]
    if (rules.isJson && faults.length === 0) faults.push(...checkJsonInsertions(statements))
    return { statements: faults.length === 0 ? statements : [], faults: inOrder(faults) }
  } catch (error) {
    return { statements: [], faults: [...reader.faults, toFault(error)] }
  }
}

/** As they stand in the text, and not too many. */
function inOrder(faults: readonly TemplateFault[]): TemplateFault[] {
  const place = ({ at }: TemplateFault) => at ?? { line: 0, column: 0 }
  return faults
    .toSorted(
      (one, other) =>
        place(one).line - place(other).line || place(one).column - place(other).column,
    )
    .slice(0, WEBHOOK_LIMITS.templateTextFaults)
}

/** The parser's own errors in words of the language; its positions count from 1. */
function toFault(error: unknown): TemplateFault {
  if (error instanceof TemplateFault) return error
  if (error instanceof RangeError) {
    return new TemplateFault('template_forbidden', 'the template is nested too deeply', null)
  }
  const message = error instanceof Error ? error.message : ''
  return new TemplateFault('template_syntax', explain(message), errorPosition(error))
}

function explain(message: string): string {
  const unexpected = /^unexpected token: (.*)$/su.exec(message)
  if (unexpected?.[1] !== undefined) return `${quote(unexpected[1])} is not expected here`
  const block = /^expected block end in (\w{1,20}) statement$/u.exec(message)
  if (block?.[1] !== undefined)
    return `\`%}\` must follow \`${block[1]} …\`; remove what is in between`
  const name = /^expected name as lookup value, got (.*)$/su.exec(message)
  if (name?.[1] !== undefined) {
    return `a name must follow \`.\`, not ${quote(name[1])}; write \`list[0]\` for a place in a list`
  }
  switch (message) {
    case 'expected variable end':
      return 'expected `}}` here'
    case 'parseFor: variable name expected for loop':
      return 'a name must follow `for`: `{% for service in data.object.services %}`'
    case 'parseFor: expected "in" keyword for loop':
      return '`for` needs `in`: `{% for service in data.object.services %}`'
    case 'parseAggregate: expected comma after expression':
    case 'parseSignature: expected comma after expression':
      return 'expected a comma between the values'
    case 'invalid index':
      return 'put exactly one value between `[` and `]`'
    default:
      return 'this cannot be parsed; check the `{{ … }}` and `{% … %}` around here'
  }
}

function errorPosition(error: unknown): Position | null {
  if (!(error instanceof Error) || !('lineno' in error) || !('colno' in error)) return null
  const { lineno, colno } = error
  return typeof lineno === 'number' && typeof colno === 'number' && lineno > 0 && colno > 0
    ? { line: lineno, column: colno }
    : null
}

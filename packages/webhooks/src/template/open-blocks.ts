import { WEBHOOK_LIMITS } from '../limits.ts'
import { forbiddenFault, quote, syntaxFault, type Position } from './template.ts'

const TAGS = new Set(['if', 'elif', 'elseif', 'else', 'endif', 'for', 'endfor'])

type OpenBlock = { tag: 'if' | 'for'; at: Position; elseSeen: boolean }

/** Matches the beginnings and ends of `if` and `for`, where both have a position to name. */
export class OpenBlocks {
  readonly #blocks: OpenBlock[] = []

  enter(tag: string, at: Position): void {
    if (!TAGS.has(tag)) {
      throw forbiddenFault(`there is no tag ${quote(tag)}; the tags are \`if\` and \`for\``, at)
    }
    if (tag === 'if' || tag === 'for') this.#open(tag, at)
    else if (tag === 'endif' || tag === 'endfor') this.#close(tag, at)
    else this.#continue(tag, at)
  }

  checkEnd(): void {
    const block = this.#blocks.at(-1)
    if (block === undefined) return
    throw syntaxFault(`\`{% ${block.tag} %}\` has no \`{% end${block.tag} %}\``, block.at)
  }

  #open(tag: 'if' | 'for', at: Position): void {
    if (this.#blocks.length >= WEBHOOK_LIMITS.templateDepth) {
      throw forbiddenFault('blocks are nested too deeply', at)
    }
    this.#blocks.push({ tag, at, elseSeen: false })
  }

  #close(tag: string, at: Position): void {
    const block = this.#blocks.pop()
    if (block === undefined) throw syntaxFault(`\`{% ${tag} %}\` closes nothing`, at)
    if (tag === `end${block.tag}`) return
    const opened = `the \`{% ${block.tag} %}\` of line ${block.at.line}`
    throw syntaxFault(`\`{% ${tag} %}\` can't close ${opened}`, at)
  }

  /** `elif` and `else` belong to the innermost block, which is an `if` or, for `else`, a `for`. */
  #continue(tag: string, at: Position): void {
    const block = this.#blocks.at(-1)
    if (block === undefined || (tag !== 'else' && block.tag !== 'if')) {
      throw syntaxFault(`\`{% ${tag} %}\` belongs to no \`{% if %}\``, at)
    }
    if (block.elseSeen) throw syntaxFault(`\`{% ${tag} %}\` after \`{% else %}\``, at)
    block.elseSeen = tag === 'else'
  }
}

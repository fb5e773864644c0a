/**
 * The two nunjucks modules that we load: its lexer and its parser. Never the package's index, which
 * brings the compiler that turns templates into JavaScript. Nodes are read as unknown: `read-tree.ts`
 * tests every field before it believes it.
 */
declare module 'nunjucks/src/lexer.js' {
  export type Token = {
    type: string
    /** A string, except for a regex literal: `{ body, flags }`. */
    value: unknown
    /** From 0. */
    lineno: number
    colno: number
  }
  export type Tokenizer = {
    nextToken(): Token | null
    /** Characters read so far; beyond the source's length after a text that was never closed. */
    index: number
    len: number
    lineno: number
    colno: number
    tags: Record<string, string>
  }
  const lexer: { lex(source: string): Tokenizer }
  export default lexer
}

declare module 'nunjucks/src/parser.js' {
  import type { Token } from 'nunjucks/src/lexer.js'

  export type TokenSource = { nextToken(): Token | null; tags: Record<string, string> }
  const parser: { Parser: new (tokens: TokenSource) => { parseAsRoot(): unknown } }
  export default parser
}

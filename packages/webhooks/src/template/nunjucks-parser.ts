import { createRequire } from 'node:module'

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

type TokenSource = Pick<Tokenizer, 'nextToken' | 'tags'>

const require = createRequire(import.meta.url)

/**
 * The lexer and the parser of nunjucks. Never the package's index, which brings the compiler that
 * turns templates into JavaScript; so its types, which are those of the index, are of no use here.
 */
export const { lex }: { lex(source: string): Tokenizer } = require('nunjucks/src/lexer.js')

/** Its tree is unknown on purpose: `read-tree.ts` tests every field before it believes it. */
export const {
  Parser,
}: {
  Parser: new (tokens: TokenSource) => { parseAsRoot(): unknown }
} = require('nunjucks/src/parser.js')

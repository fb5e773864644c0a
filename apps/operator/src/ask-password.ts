import { LIMITS } from '@scheduling/core'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export type Password = { readonly value: string; readonly isGenerated: boolean }

/** Typed twice at a terminal; generated without a terminal, or if nothing is typed. */
export async function askPassword(): Promise<Password> {
  const generated = { value: randomBytes(15).toString('base64url'), isGenerated: true }
  if (!process.stdin.isTTY) return generated
  for (;;) {
    const value = await typed(`Password of the owner (leave it empty to generate one): `)
    if (value === '') return generated
    if (value.length < LIMITS.passwordMinCharacters)
      process.stderr.write(`At least ${LIMITS.passwordMinCharacters} characters.\n`)
    else if ((await typed('Repeat the password: ')) === value) return { value, isGenerated: false }
    else process.stderr.write('The passwords do not match.\n')
  }
}

/** Without showing it. */
async function typed(question: string): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

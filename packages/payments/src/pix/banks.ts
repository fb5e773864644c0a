/** The banks that organizations can connect to. The operator lists them, so no user can point us at another address. */

export type Bank = {
  readonly name: string
  /** Of the Pix API, as in `https://pix.bank.example/v2`: without a slash at its end. */
  readonly baseUrl: string
  /** Where the access token comes from. */
  readonly tokenUrl: string
}

export type Banks = ReadonlyMap<string, Bank>

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/**
 * Reads `name=base URL|token URL; name=…`.
 *
 * @throws Error with a plain sentence
 */
export function banksIn(text: string): Banks {
  const banks = new Map<string, Bank>()
  for (const entry of text.split(';')) {
    if (entry.trim() === '') continue
    const [name = '', ...rest] = entry.split('=')
    const [base = '', token = '', ...more] = rest.join('=').split('|')
    const bank = {
      name: name.trim(),
      baseUrl: base.trim().replace(/\/$/, ''),
      tokenUrl: token.trim(),
    }
    const isWhole = NAME.test(bank.name) && isAddress(bank.baseUrl) && isAddress(bank.tokenUrl)
    if (!isWhole || more.length > 0 || banks.has(bank.name)) {
      throw new Error(
        'Expected `name=https://base of the Pix API|https://token URL`, several separated by semicolons, each name once.',
      )
    }
    banks.set(bank.name, bank)
  }
  return banks
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return protocol === 'https:' && `${username}${password}${search}${hash}` === ''
}

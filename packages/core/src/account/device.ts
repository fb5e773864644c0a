/**
 * A browser that has signed in to an account before. Its failed sign-ins are counted separately from those of
 * other browsers, so that failing on purpose cannot lock the owner of an account out. It is not a
 * session and grants no access.
 *
 * The cookie holds a mark for each of the accounts that the browser last signed in to: the second at which the
 * mark expires, an id, and a signature that binds both to the account.
 */
import { randomBytes } from 'node:crypto'
import type { Service } from '../context.ts'
import { sameBytes } from '../ground/crypto.ts'
import { LIMITS } from '../contract/limits.ts'

const BETWEEN = '~'
const MARK = /^([0-9a-z]{1,9})\.([\w-]{22})\.([\w-]{43})$/

type Signer = Pick<Service, 'crypto' | 'realNow'>

type Mark = { readonly text: string; readonly end: string; readonly id: string; signature: string }

/** The id of this browser for an account; null if it has not signed in there, or not for a long time. */
export function deviceOf(service: Signer, cookie: string | null, account: string): string | null {
  return markOf(service, cookie, account)?.id ?? null
}

/** The cookie of a browser that has just signed in to an account. */
export function withDevice(
  service: Signer,
  cookie: string | null,
  account: string,
): { value: string; expiresAt: Date } {
  const known = markOf(service, cookie, account)
  const id = known?.id ?? randomBytes(16).toString('base64url')
  const expiresAt = new Date(service.realNow() + LIMITS.deviceDays * 86_400_000)
  const end = Math.floor(expiresAt.getTime() / 1000).toString(36)
  const signature = sign(service, account, { end, id }).toString('base64url')
  const others = marksIn(service, cookie).filter(({ text }) => text !== known?.text)
  const texts = [`${end}.${id}.${signature}`, ...others.map(({ text }) => text)]
  return { value: texts.slice(0, LIMITS.deviceAccounts).join(BETWEEN), expiresAt }
}

function markOf(service: Signer, cookie: string | null, account: string): Mark | undefined {
  return marksIn(service, cookie).find((mark) =>
    sameBytes(Buffer.from(mark.signature, 'base64url'), sign(service, account, mark)),
  )
}

/** The marks that have not expired, for all accounts: a mark does not tell which account it is for. */
function marksIn(service: Signer, cookie: string | null): Mark[] {
  return (cookie ?? '').split(BETWEEN, LIMITS.deviceAccounts).flatMap((text) => {
    const [, end, id, signature] = MARK.exec(text) ?? []
    if (end === undefined || id === undefined || signature === undefined) return []
    const hasEnded = Number.parseInt(end, 36) * 1000 <= service.realNow()
    return hasEnded ? [] : [{ text, end, id, signature }]
  })
}

function sign({ crypto }: Signer, account: string, { end, id }: Pick<Mark, 'end' | 'id'>): Buffer {
  return crypto.hmac('device', `${account} ${end} ${id}`)
}

/** Whether mail programs and chats would turn a part of a name into a link. */
import { parse } from 'tldts'

const ADDRESS = /:\/\/|@|www\./i
/** Which name servers read as dots too. */
const DOTS = /[\u3002\uff0e\uff61]/g

/**
 * `https://…`, `ana@…`, `example.com`, an IP address. `J.P.Silva`, `Sr.João` and `A.Li` are names: their last part is no
 * top-level domain, or is written as names are.
 */
export function hasAddress(name: string): boolean {
  return ADDRESS.test(name) || name.replaceAll(DOTS, '.').split(/\s+/).some(isHost)
}

/** Anything else around a word is punctuation. */
function isLetterOrDigit(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

function isHost(word: string): boolean {
  const characters = Array.from(word)
  const from = characters.findIndex(isLetterOrDigit)
  const bare = characters.slice(from, characters.findLastIndex(isLetterOrDigit) + 1).join('')
  const { hostname, isIcann, isIp, publicSuffix } = parse(bare)
  if (isIp === true) return true
  if (isIcann !== true || hostname === null || hostname === publicSuffix) return false
  const [host = ''] = bare.split(/[/?#:]/, 1)
  const last = host.slice(host.lastIndexOf('.') + 1)
  return /^\p{Ll}/u.test(host) || last === last.toLowerCase() || host === host.toUpperCase()
}

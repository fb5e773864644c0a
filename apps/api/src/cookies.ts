/** The cookies of `/trpc`. */
import type { Cookie, Cookies } from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Over https a browser accepts a `__Host-` cookie from this host alone, never from another host of the domain.
 * Over http it accepts none, so the names have no prefix there.
 */
export function cookieNames(isSecure: boolean): Readonly<Record<keyof Cookies, string>> {
  const prefix = isSecure ? '__Host-' : ''
  return { session: `${prefix}scheduling_session`, device: `${prefix}scheduling_device` }
}

/** @param isSecure whether browsers see the service on https */
export function cookiesOf(
  request: IncomingMessage,
  response: ServerResponse,
  isSecure: boolean,
): Cookies {
  const sent = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const cookie = (name: string): Cookie => {
    const value = sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    const write = (text: string): void => void response.appendHeader('Set-Cookie', text)
    return {
      value: value || null,
      set: (text, expiresAt) =>
        write(`${name}=${text}; ${attributes}; Expires=${expiresAt.toUTCString()}`),
      clear: () => write(`${name}=; ${attributes}; Max-Age=0`),
    }
  }
  const names = cookieNames(isSecure)
  return { session: cookie(names.session), device: cookie(names.device) }
}

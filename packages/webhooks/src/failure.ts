import { DialError } from './guarded-agent.ts'
import type { DialPhase } from './guarded-agent.ts'
import { codeOf } from './error-code.ts'
import type { SendErrorCode } from './send-result.ts'

/** Whose fault a failure was; `unclear` is settled by asking whether our own network works. */
export type Blame = 'theirs' | 'ours' | 'unclear'

export type Failure = { errorCode: SendErrorCode; errorMessage: string; blame: Blame }

// Out of sockets, ports or memory, or no route out of this machine.
const OUR_SOCKET_CODES = new Set([
  'EADDRNOTAVAIL',
  'EACCES',
  'EAFNOSUPPORT',
  'EMFILE',
  'ENFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOBUFS',
  'ENOMEM',
  'EPERM',
])
const NAME_IS_ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME', 'EBADNAME'])

/** Our own: the endpoint sent one answer of status 1xx after the other. */
export const HINTS_CODE = 'TOO_MANY_HINTS'

const TLS_MESSAGES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the endpoint is not valid yet.',
  CERT_REVOKED: 'The certificate of the endpoint was revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another host name.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the endpoint is from an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The endpoint does not send its intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate of the endpoint is from an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The endpoint does not send its intermediate certificates.',
}

/** The code and the message of an exchange without a response. They reveal nothing about our network. */
export function failureOf(error: unknown, phase: DialPhase | null): Failure {
  if (error instanceof DialError) return dialFailure(error)
  const code = codeOf(error)
  const isTls =
    code in TLS_MESSAGES ||
    code === 'EPROTO' ||
    /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code)
  if (isTls || (phase === 'tls' && code !== 'ECONNRESET')) {
    const errorMessage = TLS_MESSAGES[code] ?? 'No secure connection could be established.'
    return { errorCode: 'tls_error', errorMessage, blame: 'theirs' }
  }
  if (code === 'HPE_HEADER_OVERFLOW') return broken('The headers of the response are too large.')
  if (code.startsWith('HPE_')) return broken('The response is not valid HTTP.')
  if (code === HINTS_CODE)
    return broken('The endpoint sent too many interim responses (status 1xx).')
  if (code === 'ECONNREFUSED') return broken('The endpoint refused the connection.')
  if (phase === 'open') return broken('The connection was closed before a response arrived.')
  if (code === 'ETIMEDOUT') {
    return {
      errorCode: 'connect_timeout',
      errorMessage: 'No connection could be established in time.',
      blame: 'unclear',
    }
  }
  return broken('No connection could be established.', blameFor(error))
}

export function timeoutFailure(seconds: number): Failure {
  const errorMessage = `No response arrived within ${seconds} seconds.`
  return { errorCode: 'timeout', errorMessage, blame: 'theirs' }
}

function dialFailure(error: DialError): Failure {
  switch (error.code) {
    case 'ADDRESS_REFUSED':
      return {
        errorCode: 'address_refused',
        errorMessage: 'The host resolves to an address that is not public.',
        blame: 'theirs',
      }
    case 'CONNECT_TIMEOUT':
      return {
        errorCode: 'connect_timeout',
        errorMessage: 'No connection could be established in time.',
        blame: 'unclear',
      }
    case 'LOOKUP_TIMEOUT':
      return {
        errorCode: 'dns_error',
        errorMessage: 'The host name could not be looked up in time.',
        blame: 'unclear',
      }
    case 'LOOKUP_FAILED': {
      const isAbsent = error.cause === undefined || NAME_IS_ABSENT.has(codeOf(error.cause))
      return {
        errorCode: 'dns_error',
        errorMessage: isAbsent
          ? 'The host name does not exist.'
          : 'The host name could not be looked up.',
        blame: isAbsent ? 'theirs' : 'unclear',
      }
    }
  }
}

/** A host with several addresses fails with several errors; ours only if every one is. */
function blameFor(error: unknown): Blame {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return errors.every((each) => OUR_SOCKET_CODES.has(codeOf(each))) ? 'ours' : 'theirs'
}

function broken(errorMessage: string, blame: Blame = 'theirs'): Failure {
  return { errorCode: 'connection_error', errorMessage, blame }
}

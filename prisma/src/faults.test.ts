import { createServer } from 'node:http'
import { connect as openSocket, type AddressInfo } from 'node:net'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { isMisconfigured, isRepeatable, isUnavailable, isUndone, wordsOf } from './faults.ts'

/** As Prisma hands on what the driver adapter said of a statement. */
function statementError(cause: object): Error {
  const name = 'PrismaClientKnownRequestError'
  const meta = { driverAdapterError: { name: 'DriverAdapterError', cause } }
  return Object.assign(new Error('Invalid invocation'), { name, code: 'P2010', meta })
}

/** As it is seen where a transaction ends. */
function commitError(cause: object): Error {
  return Object.assign(new Error('ended'), { name: 'DriverAdapterError', cause })
}

const coded = (code: string, more: object = {}): Error =>
  Object.assign(new Error('words'), { code, ...more })

describe('a database that is away', () => {
  test.each([
    ['57P01', 'stopped'],
    ['57P02', 'crashed'],
    ['57P03', 'starting up'],
    ['08006', 'connection failure'],
    ['53300', 'too many connections'],
    ['53100', 'disk full'],
    ['25006', 'a standby'],
    ['25P03', 'idle in a transaction for too long'],
    ['57014', 'cancelled'],
    ['28P01', 'wrong password'],
    ['3D000', 'no such database'],
  ])('says %s: %s, however it is wrapped', (sqlState) => {
    const cause = { kind: 'postgres', code: sqlState, originalCode: sqlState }
    expect(isUnavailable(coded(sqlState))).toBe(true)
    expect(isUnavailable(statementError(cause))).toBe(true)
    expect(isUnavailable(commitError(cause))).toBe(true)
  })

  test('can be one that no connection can be made to', async () => {
    for (const connectionString of ['postgres://a@127.0.0.1:1/b', 'postgres://a@localhost:1/b']) {
      const client = new Client({ connectionString })
      const error: unknown = await client.connect().catch((cause: unknown) => cause)
      expect(isUnavailable(error), connectionString).toBe(true)
      expect(wordsOf(error)).toContain('ECONNREFUSED')
    }
    for (const code of ['ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'EPIPE'])
      expect(isUnavailable(coded(code, { syscall: 'connect' })), code).toBe(true)
  })

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Transaction API error: Unable to start a transaction in the given time.',
    'Transaction API error: A query cannot be executed on an expired transaction. The timeout …',
  ])('is told without a code: %s', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true)
  })

  test.each([
    ['a violated constraint', coded('23505')],
    ['a deadlock', coded('40P01')],
    ['a statement of ours that is wrong', coded('42703')],
    ['a type error', new TypeError('undefined is not a function')],
    ['a file that is missing', coded('ENOENT', { syscall: 'open' })],
    ['a mail server that refuses', coded('ESOCKET', { syscall: 'connect' })],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false)
  })

  test('is not a caller who hangs up', async () => {
    const failure = Promise.withResolvers<unknown>()
    const server = createServer((request) => {
      request.once('error', failure.resolve).resume()
      client.resetAndDestroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = openSocket((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
    const error = await failure.promise
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(isUnavailable(error)).toBe(false)
    await new Promise((resolve) => server.close(resolve))
  })

  test('is only for a setting to mend where the connection was refused for what it asked', () => {
    for (const code of ['28P01', '28000', '3D000']) expect(isMisconfigured(coded(code))).toBe(true)
    for (const code of ['57P03', '53300', '25006', '08006'])
      expect(isMisconfigured(coded(code))).toBe(false)
  })

  /** As PgBouncer 1.18 to 1.25 say it, all under one code. */
  test.each([
    ['unsupported startup parameter: options', true],
    ['unsupported startup parameter in options: idle_in_transaction_session_timeout', true],
    ['no such database: scheduling', true],
    ['no such user', true],
    ['password authentication failed', true],
    ['SASL authentication failed', true],
    ['no more connections allowed (max_client_conn)', false],
    ['client connections exceeded (max_db_client_connections)', false],
    ['query_wait_timeout', false],
    ['client_login_timeout (server down)', false],
    ['server login has been failing, try again later (server_login_retry)', false],
    ['pgbouncer cannot connect to server', false],
    ['server conn crashed?', false],
    ['pooler is shutting down', false],
    ['the database system is starting up', false],
  ])('may be a pooler that says "%s": for a setting to mend is %s', (message, isForSettings) => {
    const error = Object.assign(new Error(message), { code: '08P01', severity: 'FATAL' })
    expect([isUnavailable(error), isMisconfigured(error)]).toEqual([true, isForSettings])
    // Under COMMIT none of them says that it changed nothing.
    expect(isUndone(error)).toBe(false)
  })

  test('is what a statement meets whose name a pooler lost: the transaction can be run again', () => {
    for (const code of ['26000', '42P05']) {
      expect([isUnavailable(coded(code)), isRepeatable(coded(code))]).toEqual([true, true])
    }
  })
})

describe('a COMMIT that failed', () => {
  test.each([
    [
      'a deferred constraint',
      commitError({ kind: 'ForeignKeyConstraintViolation', originalCode: '23503' }),
    ],
    [
      'a serialization failure',
      commitError({ kind: 'TransactionWriteConflict', originalCode: '40001' }),
    ],
    ['never sent', new Error('Client has encountered a connection error and is not queryable')],
    ['rolled back for its time', coded('P2028')],
  ])('has changed nothing: %s', (_, error) => {
    expect(isUndone(error)).toBe(true)
  })

  test.each([
    ['the connection ended', new Error('Connection terminated unexpectedly')],
    ['the connection was reset', commitError({ kind: 'ConnectionClosed' })],
    [
      'the server was being stopped',
      commitError({ kind: 'postgres', code: '57P01', originalCode: '57P01' }),
    ],
    ['no answer came', new Error('Query read timeout')],
    ['anything else', new Error('what no one thought of')],
  ])('leaves open what became of it: %s', (_, error) => {
    expect(isUndone(error)).toBe(false)
  })

  test('may be run again after a serialization failure', () => {
    expect(
      isRepeatable(commitError({ kind: 'TransactionWriteConflict', originalCode: '40001' })),
    ).toBe(true)
    expect(
      isRepeatable(statementError({ kind: 'TransactionWriteConflict', originalCode: '40P01' })),
    ).toBe(true)
    expect(isRepeatable(new Error('Connection terminated unexpectedly'))).toBe(false)
  })
})

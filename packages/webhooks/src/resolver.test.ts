import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isOwnDnsWorking, rememberedFor } from './own-network.ts'
import { dnsResolver } from './resolver.ts'

const A = 1
const AAAA = 28
const OK = 0
const SERVFAIL = 2
const NXDOMAIN = 3

type Records = Readonly<Record<number, { code?: number; bytes?: number[][] } | 'silence'>>

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

/** A name server that has these records for every name, in the few bytes of RFC 1035 needed here. */
async function nameServer(
  records: Records,
  onQuery: () => void = () => undefined,
): Promise<{ server: string; asked: (type?: number) => number }> {
  const socket = createSocket('udp4')
  open.push(socket)
  const queries: number[] = []
  socket.on('message', (query, from) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const asked = question.readUInt16BE(question.length - 4)
    queries.push(asked)
    onQuery()
    const record = records[asked] ?? {}
    if (record === 'silence') return
    const { code = OK, bytes = [] } = record
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(bytes.length, 6)
    const type = question.subarray(-4, -2)
    const answers = bytes.map((address) =>
      Buffer.from([0xc0, 12, ...type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]),
    )
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked: (type) => queries.filter((asked) => type === undefined || asked === type).length,
  }
}

const resolveWith = async (records: Records) => {
  const { server } = await nameServer(records)
  return dnsResolver([server])('hooks.example.com')
}
const codeWith = (records: Records) =>
  resolveWith(records).then(String, (error: unknown) => String(Object(error).code))

const IPV6 = [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]

describe('addresses of both families', () => {
  test('are all told, IPv4 first', async () => {
    const records = {
      [A]: {
        bytes: [
          [8, 8, 8, 8],
          [10, 0, 0, 1],
        ],
      },
      [AAAA]: { bytes: [IPV6] },
    }
    expect(await resolveWith(records)).toEqual(['8.8.8.8', '10.0.0.1', '2606:4700::1111'])
  })

  test('one family is enough', async () => {
    expect(await resolveWith({ [A]: { bytes: [[8, 8, 8, 8]] } })).toEqual(['8.8.8.8'])
    expect(await resolveWith({ [AAAA]: { bytes: [IPV6] } })).toEqual(['2606:4700::1111'])
    const failing = { [A]: { bytes: [[8, 8, 8, 8]] }, [AAAA]: { code: SERVFAIL } }
    expect(await resolveWith(failing)).toEqual(['8.8.8.8'])
  })

  test('a server that keeps silent about IPv6 costs half a second, not the delivery', async () => {
    const records: Records = { [A]: { bytes: [[8, 8, 8, 8]] }, [AAAA]: 'silence' }
    const { server, asked } = await nameServer(records)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    expect(await dnsResolver([server])('hooks.example.com')).toEqual(['8.8.8.8'])
    // Whatever else runs in this process sets timers too.
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(500)
    timers.mockRestore()
    // It did not wait for an answer until it was time to ask again.
    expect(asked(AAAA)).toBe(1)
  })
})

describe('no address', () => {
  test.each([
    [{ [A]: { code: NXDOMAIN }, [AAAA]: { code: NXDOMAIN } }, 'ENOTFOUND'],
    [{ [A]: {}, [AAAA]: {} }, 'ENODATA'],
    [{ [A]: { code: SERVFAIL }, [AAAA]: { code: SERVFAIL } }, 'ESERVFAIL'],
    [{ [A]: {}, [AAAA]: { code: SERVFAIL } }, 'ESERVFAIL'],
    [{ [A]: { code: SERVFAIL }, [AAAA]: {} }, 'ESERVFAIL'],
  ])('%j: %s', async (records, code) => {
    expect(await codeWith(records)).toBe(code)
  })

  test('no one answers there', async () => {
    const { server } = await nameServer({})
    for (const socket of open.splice(0)) socket.close()
    const code = await dnsResolver([server])('hooks.example.com').then(String, (error: unknown) =>
      String(Object(error).code),
    )
    expect(code).toBe('ECONNREFUSED')
  })

  test('a stop ends the wait at once', async () => {
    const stop = new AbortController()
    const silence: Records = { [A]: 'silence', [AAAA]: 'silence' }
    const silent = await nameServer(silence, () => stop.abort())
    const answer = dnsResolver([silent.server])('hooks.example.com', stop.signal)
    await expect(answer).rejects.toMatchObject({ code: 'ECANCELLED' })
    // Each family once: nothing was asked again, as it is when no answer comes in time.
    expect(silent.asked()).toBeLessThanOrEqual(2)
    const { server, asked } = await nameServer({})
    await expect(dnsResolver([server])('x.example.com', stop.signal)).rejects.toThrow()
    expect(asked()).toBe(0)
  })
})

test('neither the hosts file nor search domains are consulted', async () => {
  expect(await codeWith({ [A]: { code: NXDOMAIN }, [AAAA]: { code: NXDOMAIN } })).toBe('ENOTFOUND')
  const { server } = await nameServer({ [A]: { bytes: [[8, 8, 8, 8]] } })
  expect(await dnsResolver([server])('localhost.localdomain')).toEqual(['8.8.8.8'])
})

describe('whether our own DNS works', () => {
  test('it does when one well-known name has an address', async () => {
    const resolver = async (name: string) => {
      if (name.startsWith('a.')) throw new Error('ESERVFAIL')
      return ['193.0.14.129']
    }
    expect(await isOwnDnsWorking(resolver)).toBe(true)
  })

  test('it does not when none has, or when it answers with nothing', async () => {
    expect(await isOwnDnsWorking(() => Promise.reject(new Error('ECONNREFUSED')))).toBe(false)
    expect(await isOwnDnsWorking(async () => [])).toBe(false)
  })

  test('nor when it keeps silent for two seconds', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout')
    // Nothing else ends it.
    expect(await isOwnDnsWorking(() => new Promise(() => {}))).toBe(false)
    expect(timeouts.mock.calls).toEqual([[2000]])
    timeouts.mockRestore()
  })

  test('is asked once for many, and again after a while', async () => {
    const answers = [true, false]
    let asked = 0
    let now = 0
    const isWorking = rememberedFor(
      5000,
      () => now,
      async () => {
        asked += 1
        const answer = answers.shift()
        if (answer === undefined) throw new Error('no more')
        return answer
      },
    )
    expect(await Promise.all([isWorking(), isWorking()])).toEqual([true, true])
    now = 4999
    expect([await isWorking(), asked]).toEqual([true, 1])
    now = 5000
    expect([await isWorking(), asked]).toEqual([false, 2])
    now = 10_000
    expect([await isWorking(), asked]).toEqual([false, 3])
  })
})

import { describe, expect, test, vi } from 'vitest'
import { checkDestinationUrl, resolveDestination } from './destination.ts'
import type { DestinationRules } from './destination.ts'

const reasonOf = (text: string, rules: DestinationRules = {}) => {
  const check = checkDestinationUrl(text, rules)
  return check.ok ? 'ok' : check.reason
}

test.each([
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['https://hooks.example.com/a/b?c=d&e', 'https://hooks.example.com/a/b?c=d&e'],
  ['HTTPS://Hooks.Example.COM/Path', 'https://hooks.example.com/Path'],
  ['https://hooks.example.com:443/x', 'https://hooks.example.com/x'],
  ['https://hooks.example.com:8443/x', 'https://hooks.example.com:8443/x'],
  ['https://hooks.example.com:1024/', 'https://hooks.example.com:1024/'],
  ['https://hooks.example.com:65535/', 'https://hooks.example.com:65535/'],
  ['https://açaí.com.br/gancho', 'https://xn--aa-4iaz.com.br/gancho'],
  ['https://ｅｘａｍｐｌｅ.com/', 'https://example.com/'],
  ['https://example.com/São João'.replace(' ', '%20'), 'https://example.com/S%C3%A3o%20Jo%C3%A3o'],
  ['https://my_host.example.com/', 'https://my_host.example.com/'],
  ['https://1.example.com/', 'https://1.example.com/'],
  ['https://example.com/?to=user@host', 'https://example.com/?to=user@host'],
  ['https://example.com/%23', 'https://example.com/%23'],
  ['https://local.example.com/', 'https://local.example.com/'],
  ['https://notlocalhost.com/', 'https://notlocalhost.com/'],
])('%s is accepted as %s', (text, href) => {
  const check = checkDestinationUrl(text)
  expect(check.ok && check.url.href).toBe(href)
})

describe('refused', () => {
  test.each([
    // not a URL, or not one as typed
    ['', 'malformed'],
    ['hooks.example.com', 'malformed'],
    ['//hooks.example.com', 'malformed'],
    ['https:hooks.example.com', 'malformed'],
    ['https:/hooks.example.com', 'malformed'],
    ['https:///hooks.example.com', 'malformed'],
    ['https://', 'malformed'],
    ['https://?x', 'malformed'],
    [' https://hooks.example.com', 'malformed'],
    ['https://hooks.example.com ', 'malformed'],
    ['https://hooks.example.com/a b', 'malformed'],
    ['https://hooks.exa\nmple.com/', 'malformed'],
    ['https://hooks.example.com/\u0000', 'malformed'],
    ['ht\ttps://hooks.example.com/', 'malformed'],
    ['https:\\\\hooks.example.com', 'malformed'],
    ['https://hooks.example.com\\@127.0.0.1/', 'malformed'],
    ['https://exa mple.com', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
    ['https://example.com:x/', 'malformed'],
    ['https://%zz.com/', 'malformed'],
    ['https://example.com./', 'malformed'],
    ['https://example..com/', 'malformed'],
    ['https://.example.com/', 'malformed'],
    ['https://-example.com/', 'malformed'],
    ['https://exa$mple.com/', 'malformed'],
    ['https://exa*mple.com/', 'malformed'],
    ['https://example.c/', 'malformed'],
    ['https://example.c0m/', 'malformed'],
    [`https://${'a'.repeat(64)}.com/`, 'malformed'],
    [`https://${'abcdefghi.'.repeat(25)}com/`, 'ok'],
    [`https://${'abcdefghi.'.repeat(26)}com/`, 'malformed'],
    // scheme
    ['http://hooks.example.com/', 'scheme'],
    ['ftp://hooks.example.com/', 'scheme'],
    ['ws://hooks.example.com/', 'scheme'],
    ['gopher://hooks.example.com/', 'scheme'],
    ['file://hooks.example.com/etc/passwd', 'scheme'],
    ['data://text/plain,x', 'scheme'],
    ['javascript://hooks.example.com/%0aalert(1)', 'scheme'],
    // credentials, fragment
    ['https://user@hooks.example.com/', 'credentials'],
    ['https://user:pass@hooks.example.com/', 'credentials'],
    ['https://:pass@hooks.example.com/', 'credentials'],
    ['https://@hooks.example.com/', 'credentials'],
    ['https://:@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com@127.0.0.1/', 'credentials'],
    ['https://hooks.example.com/#x', 'fragment'],
    ['https://hooks.example.com/#', 'fragment'],
    ['https://hooks.example.com#@127.0.0.1/', 'fragment'],
    // addresses in every spelling
    ['https://127.0.0.1/', 'ip_literal'],
    ['https://8.8.8.8/', 'ip_literal'],
    ['https://127.1/', 'ip_literal'],
    ['https://127.0.1/', 'ip_literal'],
    ['https://0/', 'ip_literal'],
    ['https://2130706433/', 'ip_literal'],
    ['https://0x7f000001/', 'ip_literal'],
    ['https://0x7f.1/', 'ip_literal'],
    ['https://0X7F.0.0.1/', 'ip_literal'],
    ['https://0177.0.0.1/', 'ip_literal'],
    ['https://017700000001/', 'ip_literal'],
    ['https://127.0.0.1./', 'ip_literal'],
    ['https://１２７.０.０.１/', 'ip_literal'],
    ['https://127。0。0。1/', 'ip_literal'],
    ['https://①②⑦.⓪.⓪.①/', 'ip_literal'],
    ['https://%31%32%37.0.0.1/', 'ip_literal'],
    ['https://[::1]/', 'ip_literal'],
    ['https://[::7f00:1]/', 'ip_literal'],
    ['https://[::ffff:127.0.0.1]/', 'ip_literal'],
    ['https://[2606:4700:4700::1111]/', 'ip_literal'],
    ['https://[::ffff:8.8.8.8]:8443/', 'ip_literal'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://[fe80::1%eth0]/', 'malformed'],
    ['https://256.256.256.256/', 'malformed'],
    ['https://1.2.3.4.5/', 'malformed'],
    ['https://example.0x1/', 'malformed'],
    // names of private networks
    ['https://localhost/', 'private_name'],
    ['https://LOCALHOST/', 'private_name'],
    ['https://ｌｏｃａｌｈｏｓｔ/', 'private_name'],
    ['https://localhost./', 'malformed'],
    ['https://a.localhost/', 'private_name'],
    ['https://localhost.localdomain/', 'private_name'],
    ['https://printer.local/', 'private_name'],
    ['https://PRINTER.LOCAL/', 'private_name'],
    ['https://api.default.svc.cluster.local/', 'private_name'],
    ['https://metadata.google.internal/', 'private_name'],
    ['https://host.docker.internal/', 'private_name'],
    ['https://router.lan/', 'private_name'],
    ['https://router.home.arpa/', 'private_name'],
    ['https://intranet.corp/', 'private_name'],
    ['https://wiki.intranet/', 'private_name'],
    ['https://nas.home/', 'private_name'],
    ['https://intranet/', 'private_name'],
    // names that are set aside
    ['https://hooks.test/', 'private_name'],
    ['https://HOOKS.INVALID/', 'private_name'],
    ['https://expyuzz4wqqyqhjn.onion/', 'private_name'],
    ['https://wallet.alt/', 'private_name'],
    ['https://hooks.example/', 'ok'],
    ['https://test.example.com/', 'ok'],
    ['https://contest/', 'single_label'],
    ['https://onion.io/', 'ok'],
    ['https://metadata/', 'single_label'],
    ['https://com/', 'single_label'],
    // ports
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:1023/', 'port'],
    ['https://hooks.example.com:0/', 'port'],
    ['https://hooks.example.com:1/', 'port'],
  ])('%j: %s', (text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  test('longer than 2048 characters, as typed or as sent', () => {
    const of = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`
    expect(reasonOf(of(2048))).toBe('ok')
    expect(reasonOf(of(2049))).toBe('too_long')
    expect(reasonOf(`https://example.com/${'ã'.repeat(1000)}`)).toBe('too_long')
  })

  test('with a sentence that a customer can read', () => {
    const texts = [
      '',
      'http://a.b.com',
      'https://u@a.com',
      'https://127.0.0.1',
      'https://x',
      'https://x.lan',
    ]
    for (const text of texts) {
      const check = checkDestinationUrl(text)
      expect(check.ok ? '' : check.message).toMatch(/^The [^]*\.$/)
    }
  })
})

test('a host of no public domain is told which ending is at fault', () => {
  const messageOf = (text: string) => {
    const check = checkDestinationUrl(text)
    return check.ok ? '' : check.message
  }
  expect(messageOf('https://hooks.mycompany.test/in')).toBe(
    'The host must be a public domain, such as hooks.example.com: `.test` is not part of the public internet.',
  )
  expect(messageOf('https://localhost/in')).toContain('`localhost` is not part')
})

describe('our own hosts', () => {
  const ownHosts = ['api.service.com', 'Other.Service.com', 'dash.service.com:8443']
  test.each([
    ['https://api.service.com/v1/webhooks', 'own_host'],
    ['https://API.service.com:9000/', 'own_host'],
    ['https://other.service.com/', 'own_host'],
    ['https://dash.service.com:8443/', 'own_host'],
    ['https://dash.service.com/', 'ok'],
    ['https://hooks.service.com/', 'ok'],
    ['https://xapi.service.com/', 'ok'],
  ])('%s: %s', (text, reason) => {
    expect(reasonOf(text, { ownHosts })).toBe(reason)
  })
})

describe('in development', () => {
  const rules = { allowLoopbackHttp: true, ownHosts: ['localhost:3000', 'localhost'] }
  test.each([
    ['http://localhost:8080/hook', 'ok'],
    ['http://localhost/', 'ok'],
    ['http://localhost:80/', 'ok'],
    ['https://localhost:8443/', 'ok'],
    ['http://127.0.0.1:22/', 'ok'],
    ['http://[::1]:4000/', 'ok'],
    ['http://127.1:4000/', 'ok'],
    ['http://localhost:3000/', 'own_host'],
    ['ftp://localhost/', 'scheme'],
    ['http://u:p@localhost/', 'credentials'],
    ['http://localhost/#x', 'fragment'],
    ['http://127.0.0.2/', 'scheme'],
    ['https://127.0.0.2/', 'ip_literal'],
    ['https://[::ffff:127.0.0.1]/', 'ip_literal'],
    ['https://0.0.0.0/', 'ip_literal'],
    ['https://10.0.0.1/', 'ip_literal'],
    ['http://a.localhost/', 'scheme'],
    ['http://hooks.example.com/', 'scheme'],
    ['https://hooks.example.com/', 'ok'],
    ['https://nas.local/', 'private_name'],
  ])('%s: %s', (text, reason) => {
    expect(reasonOf(text, rules)).toBe(reason)
  })

  test('and not otherwise', () => {
    for (const text of ['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://[::1]/']) {
      expect(reasonOf(text, { allowLoopbackHttp: false })).toBe('scheme')
    }
  })
})

describe('resolveDestination', () => {
  const check = async (
    addresses: readonly string[] | Error,
    text = 'https://hooks.example.com/',
  ) => {
    const resolver = vi.fn(async () => {
      if (addresses instanceof Error) throw addresses
      return addresses
    })
    const result = await resolveDestination(text, { allowLoopbackHttp: true }, resolver)
    return { reason: result.ok ? 'ok' : result.reason, asked: resolver.mock.calls }
  }

  test('a name with public addresses only is accepted', async () => {
    const { reason, asked } = await check(
      ['8.8.8.8', '2606:4700::1111'],
      'https://Hooks.Example.com/x',
    )
    expect(reason).toBe('ok')
    expect(asked).toEqual([['hooks.example.com', undefined]])
  })

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::1']],
    [['8.8.8.8', 'fe80::1%eth0']],
    [['::ffff:169.254.169.254']],
    [['not an address']],
  ])('a name that leads to %j is refused', async (addresses) => {
    expect((await check(addresses)).reason).toBe('refused_address')
  })

  test('a name that does not resolve is accepted', async () => {
    expect((await check(new Error('ENOTFOUND'))).reason).toBe('ok')
    expect((await check([])).reason).toBe('ok')
  })

  test('no look-up for what the text already tells', async () => {
    expect((await check(['8.8.8.8'], 'https://localhost.lan/')).asked).toEqual([])
    expect(await check(['8.8.8.8'], 'http://localhost:3000/')).toEqual({ reason: 'ok', asked: [] })
  })
})

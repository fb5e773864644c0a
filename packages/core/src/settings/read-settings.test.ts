import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CENTRAL_SETTINGS, centralNumberIn } from './central-settings.ts'
import { readSettings, SettingsError } from './read-settings.ts'
import { SETTINGS, type SettingName } from './settings.ts'

describe('settings', () => {
  it('has a default or says that there is none; an empty value is an absent one', () => {
    const settings = readSettings({ PORT: '' }, [
      'PORT',
      'REDIS_URL',
      'LIMITS_SCALE',
      'ALLOW_LOOPBACK_WEBHOOKS',
    ])
    expect(settings).toEqual({ PORT: 3000, LIMITS_SCALE: 1, ALLOW_LOOPBACK_WEBHOOKS: false })
  })

  it('lists every fault at once, each with its name', () => {
    const faults = (): unknown =>
      readSettings(
        {
          PORT: '70000',
          LIMITS_SCALE: '-1',
          DATABASE_URL: 'mysql://x',
          ROOT_SECRET: 'short',
          ENCRYPTION_KEYS: 'k1:abc',
        },
        ['PORT', 'LIMITS_SCALE', 'DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS', 'LOG_LEVEL'],
      )
    expect(faults).toThrow(SettingsError)
    for (const name of ['PORT', 'LIMITS_SCALE', 'DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS']) {
      expect(faults).toThrow(new RegExp(`^${name}: `, 'm'))
    }
  })

  it.each([
    ['Agenda <no-reply@localhost>', true],
    ['no-reply@example.com', true],
    ['"Silva, Ana" <ana@example.com>', true],
    ['Agenda', false],
    ['Agenda <>', false],
    ['Agenda no-reply@', false],
    ['a@example.com, b@example.com', false],
  ])('the sender %s can be sent with: %s', (sender, isTaken) => {
    const read = () => readSettings({ MAIL_FROM: sender }, ['MAIL_FROM'])
    if (isTaken) expect(read()).toEqual({ MAIL_FROM: sender })
    else expect(read).toThrow('MAIL_FROM: must be one sender with an address')
  })

  it.each([
    ['PUBLIC_BASE_URL', 'https://api.example.com/agenda//', 'https://api.example.com/agenda'],
    ['PUBLIC_BASE_URL', 'https://api.example.com/?a=1', null],
    ['PUBLIC_BASE_URL', 'https://api.example.com/#top', null],
    ['PUBLIC_BASE_URL', 'https://ana:pass@api.example.com', null],
    ['SMTP_URL', 'smtp://ana:pass@mail.example.com:587', 'smtp://ana:pass@mail.example.com:587'],
    ['SMTP_URL', 'smtp:mail.example.com', null],
  ] as const)('%s: %s is read as %s', (name, text, value) => {
    const read = () => readSettings({ [name]: text }, [name])
    if (value === null) expect(read).toThrow(`${name}: Expected `)
    else expect(read()).toEqual({ [name]: value })
  })

  it('takes all settings of the central number, or none', () => {
    const all = {
      WHATSAPP_CENTRAL_PHONE: '+55 11 3000-1000',
      WHATSAPP_CENTRAL_PHONE_ID: '123456789',
      WHATSAPP_CENTRAL_TOKEN: 'EAA-token-of-the-test',
      WHATSAPP_CENTRAL_APP_SECRET: 'secret-of-the-test',
      WHATSAPP_CENTRAL_VERIFY_TOKEN: 'verify-token-of-the-test',
    }
    expect(centralNumberIn(readSettings(all, CENTRAL_SETTINGS))).toEqual({
      phone: '+551130001000',
      phoneNumberId: '123456789',
      accessToken: 'EAA-token-of-the-test',
      appSecret: 'secret-of-the-test',
      verifyToken: 'verify-token-of-the-test',
    })
    expect(centralNumberIn(readSettings({}, CENTRAL_SETTINGS))).toBeNull()
    const { WHATSAPP_CENTRAL_TOKEN: _, ...others } = all
    expect(() => readSettings(others, CENTRAL_SETTINGS)).toThrow(
      /^WHATSAPP_CENTRAL_TOKEN: missing beside WHATSAPP_CENTRAL_PHONE\./,
    )
    for (const [name, wrong] of [
      ['WHATSAPP_CENTRAL_PHONE', '11 3000-1000'],
      ['WHATSAPP_CENTRAL_PHONE_ID', 'abc'],
      ['WHATSAPP_CENTRAL_TOKEN', 'with a space in the token'],
      ['WHATSAPP_CENTRAL_VERIFY_TOKEN', 'short'],
    ] as const) {
      const read = () => readSettings({ ...all, [name]: wrong }, CENTRAL_SETTINGS)
      expect(read).toThrow(new RegExp(`^${name}: `))
    }
  })

  it('never repeats a secret in a fault', () => {
    expect(() => readSettings({ ROOT_SECRET: 'hunter2' }, ['ROOT_SECRET'])).not.toThrow(/hunter2/)
  })

  it('says what is missing beside what is wrong', () => {
    expect(() =>
      readSettings({ PORT: 'x' }, ['PORT', 'DATABASE_URL', 'HOST'], ['DATABASE_URL', 'HOST']),
    ).toThrow(/^PORT: .+\nDATABASE_URL: missing\.$/)
  })

  it('stands in the docs as it is', async () => {
    const rows = Object.entries(SETTINGS).map(
      ([name, { means, byDefault }]) => `| \`${name}\` | ${byDefault} | ${means} |`,
    )
    const page = [
      '# Settings',
      '',
      'Environment variables, read once at the start. A wrong value: every fault is listed and the process exits with 1. How a database of',
      'your own is prepared: [Running the service](running.md).',
      '',
      '| Name | Default | Meaning |',
      '| --- | --- | --- |',
      ...rows,
      '',
      '## Production',
      '',
      'A process is in production when `NODE_ENV` is `production`, written so. Then it refuses to start',
      '',
      '- without a `PUBLIC_BASE_URL` on `https`: on `http` keys and passwords can be read on the way, and browsers take no `__Host-` cookie;',
      '- with a `ROOT_SECRET`, or a key in `ENCRYPTION_KEYS`, that was never made for use: few characters, a piece repeated, a count upwards, words such as `secret` or `change`;',
      '- without `METRICS_TOKEN` where `HOST` is reached from other machines;',
      '- with `ALLOW_LOOPBACK_WEBHOOKS`.',
      '',
      '`npm start` makes no demo clinic then. Make secrets with `openssl rand -base64 32`.',
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../../../docs/settings.md')
  })
})

const random = (): string => randomBytes(32).toString('base64')

/** What production can start with. */
const SOUND = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_BASE_URL: 'https://api.example.com',
  ROOT_SECRET: random(),
  ENCRYPTION_KEYS: `k2:${random()},k1:${random()}`,
  METRICS_TOKEN: random(),
}

const ALL = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'PUBLIC_BASE_URL',
  'DASHBOARD_ORIGINS',
  'ROOT_SECRET',
  'ENCRYPTION_KEYS',
  'METRICS_TOKEN',
  'ALLOW_LOOPBACK_WEBHOOKS',
] as const

/** The faults of an environment, line by line. */
function faultsOf(environment: Record<string, string>, names: readonly SettingName[] = ALL) {
  try {
    readSettings(environment, names)
    return []
  } catch (error) {
    return error instanceof SettingsError ? error.message.split('\n') : [String(error)]
  }
}

describe('production', () => {
  it('starts with what it needs', () => {
    expect(faultsOf(SOUND)).toEqual([])
    const { METRICS_TOKEN: _, ...withoutToken } = SOUND
    for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost', '::ffff:127.0.0.1']) {
      expect(faultsOf({ ...withoutToken, HOST }), HOST).toEqual([])
    }
  })

  it('says all that is wrong at once, and repeats no secret', () => {
    const ROOT_SECRET = 'abcdefgh-abcdefgh-abcdefgh-abcdefgh'
    const lines = faultsOf({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PUBLIC_BASE_URL: 'http://api.example.com',
      ROOT_SECRET,
      ENCRYPTION_KEYS: `new:${random()},old:${Buffer.alloc(32, 7).toString('base64')}`,
      ALLOW_LOOPBACK_WEBHOOKS: 'true',
    })
    expect(lines).toEqual([
      'PUBLIC_BASE_URL: Production needs an https:// address: keys and cookies must not travel in the clear.',
      'ROOT_SECRET: too easy to guess for production. Make one with: openssl rand -base64 32',
      'ENCRYPTION_KEYS: too easy to guess for production: `old`. Make one with: openssl rand -base64 32',
      'METRICS_TOKEN: missing. HOST 0.0.0.0 is reached from other machines, so production needs a token for /metrics.',
      'ALLOW_LOOPBACK_WEBHOOKS: a development setting; it must be off where NODE_ENV is production.',
    ])
    expect(lines.join()).not.toContain('abcdefgh')
  })

  it.each([
    ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: '' }, /^PUBLIC_BASE_URL: missing/],
    ['HOST', { HOST: '::', METRICS_TOKEN: '' }, /^METRICS_TOKEN: missing\. HOST :: is reached/],
    ['HOST', { HOST: '127.evil.example', METRICS_TOKEN: '' }, /^METRICS_TOKEN: missing/],
  ])('looks at %s', (_, change, line) => {
    expect(faultsOf({ ...SOUND, ...change })).toEqual([expect.stringMatching(line)])
  })

  it('asks of a process only for what it reads, and of development for nothing of this', () => {
    expect(faultsOf(SOUND, ['NODE_ENV', 'ROOT_SECRET', 'LOG_LEVEL'])).toEqual([])
    expect(
      faultsOf({ ...SOUND, PUBLIC_BASE_URL: 'http://x', METRICS_TOKEN: '' }, ['HOST']),
    ).toEqual([])
    for (const NODE_ENV of ['development', 'test', '']) {
      const weak = { NODE_ENV, HOST: '0.0.0.0', ROOT_SECRET: 'a'.repeat(32) }
      expect(faultsOf({ ...weak, ALLOW_LOOPBACK_WEBHOOKS: 'true' }), NODE_ENV).toEqual([])
    }
  })
})

describe('SUPPORT_ADDRESS', () => {
  const read = (SUPPORT_ADDRESS: string) =>
    readSettings({ SUPPORT_ADDRESS }, ['SUPPORT_ADDRESS']).SUPPORT_ADDRESS

  it.each(['help@example.com', 'https://help.example.com/api?from=docs'])('takes %s', (text) => {
    expect(read(text)).toBe(text)
  })

  it.each(['help', 'http://help.example.com', 'javascript:alert(1)', 'https://', 'mailto:a@b.com'])(
    'refuses %s',
    (text) => {
      expect(() => read(text)).toThrow('SUPPORT_ADDRESS: Expected an e-mail address')
    },
  )
})

describe('WEBHOOK_ADDRESSES', () => {
  const read = (WEBHOOK_ADDRESSES: string) =>
    readSettings({ WEBHOOK_ADDRESSES }, ['WEBHOOK_ADDRESSES']).WEBHOOK_ADDRESSES

  it('takes addresses and networks of both kinds, and none', () => {
    expect(read('203.0.113.7, 198.51.100.0/24,2001:db8::1, 2001:db8:12::/48,')).toEqual([
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:db8::1',
      '2001:db8:12::/48',
    ])
    expect(read('')).toEqual([])
  })

  it.each([
    '203.0.113',
    '203.0.113.7/33',
    '2001:db8::/129',
    '0.0.0.0/0',
    '203.0.113.0/24/1',
    '203.0.113.0/',
    'fe80::1%eth0',
    'api.example.com',
    '203.0.113.7 203.0.113.8',
    Array.from({ length: 101 }, () => '203.0.113.7').join(),
  ])('refuses %s', (text) => {
    expect(() => read(text)).toThrow('WEBHOOK_ADDRESSES: Expected at most 100 IP addresses')
  })
})

describe('DASHBOARD_ORIGINS', () => {
  const read = (DASHBOARD_ORIGINS: string, PUBLIC_BASE_URL = 'https://api.example.com.br') =>
    faultsOf({ DASHBOARD_ORIGINS, PUBLIC_BASE_URL })

  it('takes origins of the same site', () => {
    const settings = readSettings(
      {
        PUBLIC_BASE_URL: 'https://api.example.com.br/scheduling',
        DASHBOARD_ORIGINS: 'https://app.example.com.br, https://example.com.br:8443,',
      },
      ['PUBLIC_BASE_URL', 'PORT', 'DASHBOARD_ORIGINS'],
    )
    expect(settings.DASHBOARD_ORIGINS).toEqual([
      'https://app.example.com.br',
      'https://example.com.br:8443',
    ])
    expect(readSettings({}, ['DASHBOARD_ORIGINS']).DASHBOARD_ORIGINS).toEqual([])
    expect(read('http://localhost:5173', 'http://localhost:3000')).toEqual([])
    expect(read('http://localhost:5173', '')).toEqual([])
    expect(read('http://192.168.0.7:5173', 'http://192.168.0.7:3000')).toEqual([])
  })

  it.each([
    ['another domain', 'https://app.example.net', 'https://api.example.com.br'],
    ['another scheme', 'http://app.example.com.br', 'https://api.example.com.br'],
    ['a public suffix in common', 'https://other.com.br', 'https://api.example.com.br'],
    ['a private suffix in common', 'https://other.github.io', 'https://mine.github.io'],
    ['another address', 'http://192.168.0.8:5173', 'http://192.168.0.7:3000'],
    ['another loopback', 'http://127.0.0.1:5173', 'http://localhost:3000'],
  ])('refuses %s, with the reason', (_, origin, base) => {
    expect(read(origin, base)).toEqual([
      `DASHBOARD_ORIGINS: ${origin} is of another site than ${base}: no browser would send the session's cookie from there. A dashboard needs the same scheme and the same registrable domain.`,
    ])
  })

  it.each([
    '*',
    'null',
    'app.example.com.br',
    'https://app.example.com.br/',
    'https://app.example.com.br/x',
    'https://App.example.com.br',
    'https://app.example.com.br:443',
    'https://u:p@app.example.com.br',
    'ftp://app.example.com.br',
    'https://app.example.com.br https://example.com.br',
  ])('refuses %s, which is no origin as browsers write it', (origin) => {
    expect(read(origin)).toEqual([expect.stringMatching(/^DASHBOARD_ORIGINS: /)])
  })
})

import { describe, expect, it } from 'vitest'
import { readSettings, SETTINGS, SettingsError } from './settings.ts'

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

  it('never repeats a secret in a fault', () => {
    expect(() => readSettings({ ROOT_SECRET: 'hunter2' }, ['ROOT_SECRET'])).not.toThrow(/hunter2/)
  })

  it('refuses in production what only development may have', () => {
    const read = (NODE_ENV: string) =>
      readSettings({ NODE_ENV, ALLOW_LOOPBACK_WEBHOOKS: 'true' }, [
        'NODE_ENV',
        'ALLOW_LOOPBACK_WEBHOOKS',
      ])
    expect(() => read('production')).toThrow(/ALLOW_LOOPBACK_WEBHOOKS/)
    expect(read('development').ALLOW_LOOPBACK_WEBHOOKS).toBe(true)
  })

  it('stands in the docs as it is', async () => {
    const rows = Object.entries(SETTINGS).map(
      ([name, { means, byDefault }]) => `| \`${name}\` | ${byDefault} | ${means} |`,
    )
    const page = [
      '# Settings',
      '',
      'Environment variables, read once at the start. A wrong value: every fault is listed and the process exits with 1.',
      '',
      '| Name | Default | Meaning |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../../docs/settings.md')
  })
})

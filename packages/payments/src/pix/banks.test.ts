import { describe, expect, it } from 'vitest'
import { banksIn } from './banks.ts'

describe('the list of banks', () => {
  it('has a base and a token address for each name', () => {
    const text =
      'sol=https://pix.sol.example/v2/|https://auth.sol.example/token; lua=https://lua.example|https://lua.example/t ;'
    expect([...banksIn(text).values()]).toEqual([
      {
        name: 'sol',
        baseUrl: 'https://pix.sol.example/v2',
        tokenUrl: 'https://auth.sol.example/token',
      },
      { name: 'lua', baseUrl: 'https://lua.example', tokenUrl: 'https://lua.example/t' },
    ])
    expect(banksIn('').size).toBe(0)
  })

  it.each([
    'sol',
    'sol=https://pix.sol.example',
    'sol=http://pix.sol.example|https://auth.sol.example',
    'sol=https://me:pw@pix.sol.example|https://auth.sol.example',
    'sol=https://pix.sol.example?x=1|https://auth.sol.example',
    'Sol Bank=https://pix.sol.example|https://auth.sol.example',
    'sol=https://a.example|https://b.example;sol=https://c.example|https://d.example',
  ])('refuses %s', (text) => {
    expect(() => banksIn(text)).toThrow('Expected')
  })
})

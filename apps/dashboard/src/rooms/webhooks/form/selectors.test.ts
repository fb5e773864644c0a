import { describe, expect, it } from 'vitest'
import { typesIn, withSelector } from './selectors.ts'

describe('withSelector', () => {
  it('adds and takes away a type', () => {
    expect(withSelector(['client.created'], 'client.updated', true)).toEqual([
      'client.created',
      'client.updated',
    ])
    expect(withSelector(['client.created'], 'client.created', true)).toEqual(['client.created'])
    expect(withSelector(['client.created'], 'client.created', false)).toEqual([])
  })

  it('replaces what a group or everything includes', () => {
    const some = ['client.created', 'deposit.paid']
    expect(withSelector(some, 'client.*', true)).toEqual(['deposit.paid', 'client.*'])
    expect(withSelector(some, '*', true)).toEqual(['*'])
  })
})

it('knows the types of a group', () => {
  expect(typesIn('professional')).toEqual([
    'professional.created',
    'professional.updated',
    'professional.deactivated',
  ])
  expect(typesIn('queue')).toContain('queue.entry.called')
})

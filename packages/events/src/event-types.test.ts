import { describe, expect, it } from 'vitest'
import {
  EVENT_GROUPS,
  EVENT_SELECTORS,
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  isEventType,
  isSubscribed,
  SUBSCRIBABLE_EVENT_TYPES,
} from './event-types.ts'

describe('the catalogue', () => {
  it('has 39 types that can be subscribed to, and ping', () => {
    expect(SUBSCRIBABLE_EVENT_TYPES).toHaveLength(39)
    expect(Object.keys(EVENT_TYPES)).toEqual([...SUBSCRIBABLE_EVENT_TYPES, 'ping'])
    expect(EVENT_TYPE_NAMES).toEqual(Object.keys(EVENT_TYPES))
  })

  it('knows its own names, and nothing that every object has', () => {
    expect(isEventType('ping')).toBe(true)
    expect(isEventType('toString')).toBe(false)
  })

  it('has the groups of its types', () => {
    expect(EVENT_GROUPS).toEqual([
      'appointment',
      'client',
      'queue',
      'deposit',
      'service',
      'professional',
      'blocked_time',
      'messaging',
      'webhook',
    ])
    expect(EVENT_SELECTORS).toEqual(
      expect.arrayContaining(['*', 'client.*', 'client.merged', 'queue.*', 'queue.entry.called']),
    )
    expect(EVENT_SELECTORS).not.toContain('ping')
  })
})

describe('isSubscribed', () => {
  it.each([
    ['*', 'client.merged', true],
    ['client.*', 'client.merged', true],
    ['client.merged', 'client.merged', true],
    ['client.created', 'client.merged', false],
    ['queue.*', 'queue.entry.called', true],
    ['appointment.*', 'queue.entry.called', false],
    ['messaging.*', 'messaging.connection.updated', true],
    ['blocked.*', 'blocked_time.created', false],
  ])('%s asks for %s: %s', (selector, type, asks) => {
    expect(isSubscribed([selector], type)).toBe(asks)
  })
})

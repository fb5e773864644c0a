import { describe, expect, it } from 'vitest'
import type { Webhook } from '../types.ts'
import {
  changesOf,
  isSameInForm,
  creationOf,
  newPair,
  newValues,
  previewOf,
  repeatedName,
  valuesOf,
} from './values.ts'

const WEBHOOK: Webhook = {
  object: 'webhook',
  id: 'whk_1',
  name: 'CRM',
  url: 'https://crm.example.com/in',
  events: ['client.*'],
  format: 'custom',
  filters: { professional_ids: [3], service_ids: [], statuses: [], types: [], sources: [] },
  headers: { Authorization: '***', 'X-Team': 'north' },
  template: {
    method: 'PUT',
    content_type: 'application/x-www-form-urlencoded',
    body: { id: '{{ id }}' },
    headers: {},
    query: { k: "{{ secret_ref('crm') }}" },
  },
  secret_names: ['crm', 'old'],
  message_template: null,
  show_full_personal_data: false,
  active: true,
  api_version: '2026-11-01',
  secret: null,
  previous_secret_expires_at: null,
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  last_delivery_at: null,
  last_success_at: null,
  created_at: '2026-11-23T09:00:00-03:00',
  updated_at: '2026-11-23T09:00:00-03:00',
}

describe('changesOf', () => {
  it('sends back what was read, and no secret that was not typed', () => {
    expect(changesOf(valuesOf(WEBHOOK), WEBHOOK)).toEqual({
      webhook_id: 'whk_1',
      name: 'CRM',
      url: WEBHOOK.url,
      events: WEBHOOK.events,
      filters: WEBHOOK.filters,
      headers: WEBHOOK.headers,
      template: WEBHOOK.template,
      secrets: {},
    })
  })

  it('deletes a secret whose row is gone, and sends the one that was typed', () => {
    const values = valuesOf(WEBHOOK)
    const secrets = [newPair('crm', 'k-9', true), newPair('new', 'n-1')]
    expect(changesOf({ ...values, secrets }, WEBHOOK).secrets).toEqual({
      crm: 'k-9',
      new: 'n-1',
      old: null,
    })
  })
})

describe('creationOf', () => {
  it('sends only what the format has', () => {
    const values = {
      ...newValues(),
      url: ' https://a.example.com ',
      secret: 'my-own-signing-secret',
    }
    expect(creationOf(values)).toEqual({
      name: null,
      url: 'https://a.example.com',
      format: 'generic',
      events: ['*'],
      filters: values.filters,
      headers: {},
      secret: 'my-own-signing-secret',
    })
    const chat = creationOf({ ...values, format: 'chat_format_1', message_template: 'Oi' })
    expect(chat).toMatchObject({ message_template: 'Oi', show_full_personal_data: false })
    expect(chat).not.toHaveProperty('secret')
    expect(chat).not.toHaveProperty('template')
    expect(creationOf({ ...values, format: 'custom' })).toMatchObject({
      template: { method: 'POST', body: values.template.text },
      secrets: {},
    })
  })
})

it('tries what the format has, with the events of the webhook', () => {
  expect(previewOf(newValues(), 'ping')).toBeNull()
  expect(previewOf(valuesOf(WEBHOOK), 'client.created')).toMatchObject({
    format: 'custom',
    events: ['client.*'],
    secret_names: ['crm', 'old'],
    template: { body: { id: '{{ id }}' } },
  })
})

it('finds a name that stands there twice, in whatever case', () => {
  expect(repeatedName([newPair('X-A'), newPair(''), newPair('')])).toBeNull()
  expect(repeatedName([newPair('X-A'), newPair('x-a ')])).toBe('x-a')
})

describe('isSameInForm', () => {
  it('sees each change that the form shows, also within a second', () => {
    expect(isSameInForm(WEBHOOK, { ...WEBHOOK, updated_at: '2026-11-23T10:00:00-03:00' })).toBe(
      true,
    )
    for (const change of [
      { name: 'Theirs' },
      { url: 'https://elsewhere.example.com/' },
      { headers: { 'X-New': '1' } },
      { secret_names: ['new'] },
    ]) {
      expect(isSameInForm(WEBHOOK, { ...WEBHOOK, ...change }), JSON.stringify(change)).toBe(false)
    }
  })
})

/**
 * The service with every limit changed, in a process of its own: each room of `limits/` sees the numbers of its limits
 * followed.
 */
import '../support/changed-limits.ts'
import { describe } from 'vitest'

describe('agents', async () => void (await import('./limits/agents.ts')))
describe('calendars', async () => void (await import('./limits/calendars.ts')))
describe('deliveries', async () => void (await import('./limits/deliveries.ts')))
describe('docs', async () => void (await import('./limits/docs.ts')))
describe('inputs', async () => void (await import('./limits/inputs.ts')))
describe('records', async () => void (await import('./limits/records.ts')))
describe('requests', async () => void (await import('./limits/requests.ts')))
describe('streams', async () => void (await import('./limits/streams.ts')))
describe('templates', async () => void (await import('./limits/templates.ts')))
describe('visitors', async () => void (await import('./limits/visitors.ts')))

/** `logs`: the requests of a key, from the command line. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useOwnApi, type TestOrganization } from '../../support/api.ts'
import { linesOf, openShell, type Shell } from '../../support/cli.ts'
import { createRequestRow } from '../../support/requests.ts'

const api = useOwnApi({ now: Date.now() })
let organization: TestOrganization
let shell: Shell

beforeEach(async () => {
  api.setClock(Date.now)
  organization = await api.organization()
  shell = openShell({ url: api.url, key: organization.key })
})
afterEach(() => shell.close())

it('exit 0: tail has one line for each request from now on, a late one too', async () => {
  await createRequestRow(api, organization)
  const running = shell.start(['logs', 'tail', '--json'])
  await running.until(/Following the requests/)
  const first = await createRequestRow(api, organization, { status: 404, code: 'not_found' })
  await running.until(new RegExp(first.id))
  const receivedAt = new Date(Date.now() - 20_000)
  const late = await createRequestRow(api, organization, { receivedAt })
  await running.until(new RegExp(late.id))
  const { exit, out } = await running.end()
  expect(exit).toBe(0)
  expect(linesOf(out).map(({ id }) => id)).toEqual([first.id, late.id])
})

it('exit 0: show has the path with its ids, the faults and the events', async () => {
  const { id } = await createRequestRow(api, organization, {
    method: 'PATCH',
    status: 400,
    code: 'validation_error',
    faults: [{ field: 'email', code: 'invalid_format' }],
  })
  const { exit, out } = await shell.run(['logs', 'show', id])
  expect(exit).toBe(0)
  expect(out).toMatch(/ {2}400 {2}PATCH {3}\/v1\/clients\/7 {2}validation_error {2}4 ms {2}req_/)
  expect(out).toContain('  email: invalid_format\n  It caused no events.')
})

it('exit 1: an unknown request and a filter that does not exist are named', async () => {
  const unknown = await shell.run(['logs', 'show', 'req_0'])
  expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining('404 not_found')])
  const wrong = await shell.run(['logs', 'tail', '--status', 'bad'])
  expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('status: ')])
})

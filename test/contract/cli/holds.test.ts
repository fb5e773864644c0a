/** `holds`: time that is kept, from the command line. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, COMING_MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { linesOf, openShell, type Shell } from '../../support/cli.ts'
import { holdStatus } from '../../support/holds.ts'

const api = useSharedApi()
let clinic: BookableClinic
let shell: Shell

beforeAll(async () => {
  api.setClock(Date.now)
  clinic = await openClinic(api, { professionals: 2 })
})
beforeEach(() => {
  shell = openShell({ url: api.url, key: clinic.organization.key })
})
afterEach(() => shell.close())

it('201, 200 and 204: holds a time, lists it, and gives it back', async () => {
  const start = at('09:00', COMING_MONDAY)
  const asked = ['--service', 'consulta', '--professional', 'profissional 1', '--start', start]
  const made = await shell.run(['holds', 'create', ...asked, '--minutes', '3', '--holder', 'ana'])
  expect(made.exit, made.err).toBe(0)
  expect(made.out).toContain(`HELD      ${COMING_MONDAY} 09:00  Consulta, Profissional 1, until`)
  const [, id = ''] = /"hold_id": (\d+)/.exec(made.err) ?? []
  const listed = linesOf((await shell.run(['holds', 'list', '--json'])).out)[0]
  expect(listed).toMatchObject([{ object: 'hold', id: Number(id), status: 'HELD' }])
  const released = await shell.run(['holds', 'release', id])
  expect([released.exit, released.out]).toEqual([0, `Hold ${id} is released.\n`])
  expect(await holdStatus(clinic, Number(id))).toBe('RELEASED')
  expect((await shell.run(['holds', 'list'])).out).toContain('RELEASED')
})

it('exit 2 and 1: what is missing or wrong is named', async () => {
  const none = await shell.run(['holds', 'create', '--service', 'consulta'])
  expect([none.exit, none.err]).toEqual([2, expect.stringContaining('--start')])
  const word = await shell.run(['holds', 'release', 'all'])
  expect([word.exit, word.err]).toEqual([2, expect.stringContaining('whole number')])
  const unknown = await shell.run(['holds', 'release', '999999'])
  expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining('404 not_found')])
  const asked = ['--service', 'consulta', '--start', 'monday']
  const wrong = await shell.run(['holds', 'create', ...asked])
  expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('start: ')])
})

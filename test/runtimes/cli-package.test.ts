/** The packed command line outside the workspace, in the oldest Node that it names. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '@scheduling/test/support/api.ts'
import { linesOf, openShell, type Shell } from '@scheduling/test/support/cli.ts'
import { nodeTwenty } from './node-twenty.ts'
import { outsideProject, type OutsideProject } from '@scheduling/test/support/outside-project.ts'
import { fact, registerClient } from '@scheduling/test/support/worker.ts'

const api = useSharedApi()
let project: OutsideProject
let installed: string
let bin: string

beforeAll(async () => {
  project = await outsideProject('cli')
  installed = path.join(project.folder, 'node_modules/@scheduling/cli')
  bin = path.join(installed, manifest().bin.scheduling)
})
afterAll(async () => {
  await project.remove()
})

const manifest = () => JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))

async function walk(node: string): Promise<void> {
  const organization = await api.organization({ livemode: false })
  const shell: Shell = openShell({ url: api.url, key: organization.key }, [node, bin])
  try {
    expect((await shell.run(['--version'])).out).toBe(`${manifest().version}\n`)
    expect((await shell.run(['whoami'])).out).toContain('Clínica Aurora')
    expect((await shell.run(['triger'])).exit).toBe(2)
    const tail = shell.start(['events', 'tail', '--json'])
    const listen = shell.start(['listen', '--feed', '--json'])
    await tail.until(/Following/)
    await listen.until(/following/)
    const { exit, out, err } = await shell.run(['trigger', 'client.created', '--json'])
    expect(exit, err).toBe(0)
    await registerClient(api, organization)
    await fact('two events', () => linesOf(tail.out()).length === 2)
    await fact('two deliveries', () => linesOf(listen.out()).length === 3)
    expect(linesOf(tail.out())[0].id).toBe(linesOf(out)[0].event.id)
    expect((await tail.end()).exit).toBe(0)
    expect((await listen.end()).exit).toBe(0)
    const mcp = shell.start(['mcp'])
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    mcp.type(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    await mcp.until(/"id":1/)
    expect((await mcp.end()).exit).toBe(0)
  } finally {
    await shell.close()
  }
}

describe('the packed command line', () => {
  it('works in Node 20', async ({ skip }) => {
    const node = await nodeTwenty()
    if (node === null) skip('There is no Node 20 on PATH.')
    else await walk(node)
  })

  it('works in Node, as the tests run in it', () => walk(process.execPath))
})

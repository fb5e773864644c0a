/** The protocol's own suite against `/mcp`. It knows no keys, so a proxy on this machine adds one. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'

const run = promisify(execFile)
const SUITE = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'),
  ),
  'dist/index.js',
)

/**
 * The other scenarios call tools, prompts and resources of an example server by name, or ask for what a server without
 * a session does not have: logging, completions, sampling, polled streams, several streams of one session.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

const api = useSharedApi()
let proxy: ReturnType<typeof createServer>
let url: string
beforeAll(async () => {
  const key = await (await api.organization()).keyWith(['read', 'write'], 'agent')
  const target = new URL(`${api.url}/mcp`)
  proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const onward = forward(target, { method: incoming.method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
})

it.each(SCENARIOS)('200: %s of the conformance suite passes', async (scenario) => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'conformance-'))
  try {
    const args = [SUITE, 'server', '--url', url, '--scenario', scenario]
    const { stdout } = await run(process.execPath, args, { cwd, timeout: 60_000 })
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})

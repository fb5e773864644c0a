/** The image, as its Dockerfile describes it. No engine runs here: docs/deploy.md says how it was built and tried. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { brokenImageRules } from './image-rules.ts'
import { PROJECT } from './processes.ts'

const DOCKERFILE = readFileSync(path.join(PROJECT, 'deploy/Dockerfile'), 'utf8')

it('keeps the rules', () => {
  expect(brokenImageRules(DOCKERFILE)).toEqual([])
})

const BROKEN: readonly [change: string, from: string | RegExp, to: string, seen: string][] = [
  ['an unknown instruction', 'EXPOSE 3000', 'EXPOSED 3000', 'nothing that a linter finds'],
  ['another Node', /NODE_VERSION=\S+/, 'NODE_VERSION=22.0.0', 'the Node of the project'],
  ['another pnpm', /pnpm@\S+/, 'pnpm@9.0.0', 'the pnpm of the project'],
  ['the latest image', /FROM node:\S+ AS service/, 'FROM node AS service', 'no image without'],
  ['unlocked packages', '--frozen-lockfile --prod', '--prod', 'what is locked is installed'],
  ['development dependencies', ' --prod ', ' ', 'no development dependencies'],
  ['root', 'USER 10001:10001', 'USER root', 'a user by number'],
  ['files of its user', 'COPY docs docs', 'COPY --chown=10001 docs docs', 'no files of that user'],
  ['a shell', 'ENTRYPOINT ["/usr/bin/tini", "--"]', 'ENTRYPOINT sh -c', 'signals reach'],
  ['no health check', /HEALTHCHECK[^]*?\]\n/, '', 'a health check'],
  ['development', 'NODE_ENV=production', 'NODE_ENV=development', 'production'],
  ['a secret', 'ARG VERSION', 'ARG ROOT_SECRET=x\nARG VERSION', 'no secret in the image'],
  [
    'a download',
    'COPY docs docs',
    'ADD https://example.com/x /x\nCOPY docs docs',
    'nothing fetched',
  ],
  ['a lost folder', 'COPY docs docs', 'COPY doc docs', 'what it copies is there'],
  ['a lost package', 'COPY apps/pages apps/pages\n', '', 'every package'],
  ['no guides', 'COPY docs docs\n', '', 'guides'],
]

it.each(BROKEN)('sees what is broken: %s', (_, from, to, seen) => {
  const changed = DOCKERFILE.replace(from, to)
  expect(changed).not.toBe(DOCKERFILE)
  expect(brokenImageRules(changed).filter((line) => line.startsWith(seen))).not.toEqual([])
})

it('is made from what is allowed alone: no data, no secrets, no history', () => {
  const lines = readFileSync(path.join(PROJECT, '.dockerignore'), 'utf8').split('\n')
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(rules[0]).toBe('*')
  expect(rules).toEqual(expect.arrayContaining(['**/node_modules', '**/.data', '**/.env*']))
  expect(rules).not.toContain('!deploy')
})

it('is healthy while its process answers, and else is not', async () => {
  const statuses = [200, 500]
  const server = createServer((_, response) => response.writeHead(statuses.shift() ?? 500).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const check = async (): Promise<number | null> => {
    const child = spawn(process.execPath, ['apps/operator/bin/healthy.ts'], {
      cwd: PROJECT,
      env: { WORKER_PORT: String(port) },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    return code as number | null
  }
  try {
    expect(await check()).toBe(0)
    expect(await check()).toBe(1)
  } finally {
    server.close()
  }
  expect(await check()).toBe(1)
})

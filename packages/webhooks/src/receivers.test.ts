import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyServiceSignature, verifyStandardSignature } from '../receivers/typescript/verify.ts'
import { signatureVectors } from '../test-vectors/vectors.ts'

const ROOM = join(import.meta.dirname, '..')
const VECTORS = join(ROOM, 'test-vectors/signatures.json')
const PAGE = join(ROOM, '../../docs/webhooks/verify-signatures.md')

/** The published receivers' code in other languages, and what runs each. */
const LANGUAGES = [
  {
    language: 'Python',
    folder: 'python',
    probe: ['python3', '--version'],
    run: ['python3', '-B', 'check_vectors.py'],
  },
  {
    language: 'PHP',
    folder: 'php',
    probe: ['php', '--version'],
    run: ['php', 'check-vectors.php'],
  },
  {
    language: 'Go',
    folder: 'go',
    probe: ['go', 'version'],
    run: ['go', 'run', 'verify.go', 'check_vectors.go'],
  },
] as const

const { accept, refuse } = signatureVectors()
type Vector = (typeof accept)[number]

const byService = ({ headers, body_base64: body, secret, now }: Vector) =>
  verifyServiceSignature(
    headers['X-Service-Signature'] ?? '',
    Buffer.from(body, 'base64'),
    [secret],
    now,
  )
const byStandard = ({ headers, body_base64: body, secret, now }: Vector) =>
  verifyStandardSignature(
    {
      id: headers['webhook-id'] ?? '',
      timestamp: headers['webhook-timestamp'] ?? '',
      signature: headers['webhook-signature'] ?? '',
    },
    Buffer.from(body, 'base64'),
    [secret],
    now,
  )

describe('TypeScript', () => {
  test.each(accept)('accepts: $name', (vector) => {
    expect([byService(vector), byStandard(vector)]).toEqual([true, true])
  })

  test.each(refuse)('refuses by $scheme: $name', (vector) => {
    expect(vector.scheme === 'service' ? byService(vector) : byStandard(vector)).toBe(false)
  })
})

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(LANGUAGES)('$language', ({ folder: language, probe, run }) => {
  const isHere = spawnSync(probe[0], probe.slice(1)).status === 0
  const check = (vectors: string) => {
    const [command, ...rest] = run
    const cwd = join(ROOM, 'receivers', language)
    const { status, stdout } = spawnSync(command, [...rest, vectors], { cwd, encoding: 'utf8' })
    return { status, stdout }
  }

  test.skipIf(!isHere)('agrees with every vector', { timeout: 60_000 }, () => {
    const counts = `${accept.length} accepted, ${refuse.length} refused, wrong: []\n`
    expect(check(VECTORS)).toEqual({ status: 0, stdout: counts })
  })

  test.skipIf(!isHere)('and would say so if it did not', { timeout: 60_000 }, () => {
    const swapped = join(folder, `${language}.json`)
    const [first, second] = [accept[0], refuse[0]]
    const refused = { ...first, name: 'good', scheme: 'service' }
    writeFileSync(
      swapped,
      JSON.stringify({ accept: [{ ...second, name: 'bad' }], refuse: [refused] }),
    )
    const { status, stdout } = check(swapped)
    expect(status).toBe(1)
    expect(stdout).toMatch(/wrong: .*bad.*good/)
  })
})

describe('the page for receivers', () => {
  const page = () => readFileSync(PAGE, 'utf8')

  test.each(['typescript/verify.ts', 'python/verify.py', 'php/verify.php', 'go/verify.go'])(
    'shows receivers/%s as it is',
    (file) => {
      const code = readFileSync(join(ROOM, 'receivers', file), 'utf8')
      expect(page()).toContain(`\n${code}\`\`\`\n`)
    },
  )

  test('shows the first vector', () => {
    const [vector] = accept
    for (const text of [vector?.secret, vector?.headers['X-Service-Signature']]) {
      expect(page()).toContain(text)
    }
    expect(page()).toContain(vector?.headers['webhook-signature'])
    expect(page()).toContain(Buffer.from(vector?.body_base64 ?? '', 'base64').toString('utf8'))
  })
})

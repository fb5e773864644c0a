/** Manifests against what Kubernetes and Prometheus' operator take. */
import * as operator from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { execFile } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Manifest } from './helm.ts'

const MODELS: Readonly<Record<string, readonly [module: string, models: object]>> = {
  v1: ['kubernetes-models/v1', core],
  'apps/v1': ['kubernetes-models/apps/v1', apps],
  'batch/v1': ['kubernetes-models/batch/v1', batch],
  'autoscaling/v2': ['kubernetes-models/autoscaling/v2', autoscaling],
  'policy/v1': ['kubernetes-models/policy/v1', policy],
  'networking.k8s.io/v1': ['kubernetes-models/networking.k8s.io/v1', networking],
  'monitoring.coreos.com/v1': [
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    operator,
  ],
}

type Model = new (manifest: object) => { validate(): void }

/** What is wrong with values of known fields, one line each: their schemas say so. */
export function faultyValues(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const [, models] = MODELS[manifest['apiVersion']] ?? []
    const model = (models as Record<string, Model> | undefined)?.[manifest.kind]
    if (model === undefined)
      return [`${nameOf(manifest)}: no such kind in ${manifest['apiVersion']}`]
    try {
      new model(manifest).validate()
      return []
    } catch (error) {
      return [`${nameOf(manifest)}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}

/**
 * Fields that do not exist, which a cluster would drop without a word, one line each. The schemas let them pass; the
 * types, which are made from the same source, do not.
 */
export async function unknownFields(manifests: readonly Manifest[]): Promise<string[]> {
  const cache = path.join(import.meta.dirname, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'manifests-'))
  try {
    const lines = manifests.map((manifest, index) => {
      const [module] = MODELS[manifest['apiVersion']] ?? []
      return `export const m${index}: import('${module}').I${manifest.kind} = ${JSON.stringify(manifest)}`
    })
    writeFileSync(path.join(folder, 'manifests.ts'), `${lines.join('\n')}\n`)
    return await faultsOfTypes(path.join(folder, 'manifests.ts'), manifests)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const OPTIONS =
  '--ignoreConfig --noEmit --strict --skipLibCheck --pretty false --module nodenext --target es2024'.split(
    ' ',
  )

async function faultsOfTypes(file: string, manifests: readonly Manifest[]): Promise<string[]> {
  const compiler = path.join(import.meta.dirname, '../../node_modules/.bin/tsc')
  try {
    await promisify(execFile)(compiler, [...OPTIONS, file])
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return stdout.split('\n').flatMap((line) => {
      const [, row, fault] = /\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? []
      const manifest = manifests[Number(row) - 1]
      return manifest === undefined ? [] : [`${nameOf(manifest)}: ${fault}`]
    })
  }
}

export const nameOf = (manifest: Manifest): string =>
  `${manifest.kind} ${manifest['metadata']?.name}`

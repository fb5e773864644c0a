/** What the Dockerfile keeps to, as a table. Each rule answers with what breaks it. */
import { DockerfileParser, type Dockerfile, type ImageTemplate } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PROCESSES, PROJECT, SECRETS } from './processes.ts'

type Parts = {
  readonly text: string
  readonly all: Dockerfile
  /** The stage that becomes the image. */
  readonly last: ImageTemplate
}

/** The texts that follow an instruction of the last stage, each time that it is there. */
function errorText(last: ImageTemplate, keyword: string): string[] {
  return last
    .getInstructions()
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getArgumentsContent() ?? '')
}

const packageJson = (): { packageManager: string; dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8'))

/** Folders and files that the image has of the project's sources. */
function copiedInto(last: ImageTemplate): string[] {
  return last.getCOPYs().flatMap((copy) => {
    const isOfStage = copy.getFlags().some((flag) => flag.getName() === 'from')
    const places = copy.getArguments().map((argument) => argument.getValue())
    return isOfStage ? [] : places.slice(0, -1)
  })
}

/** Packages of the workspace that these need, by their folders, themselves included. */
function packagesOf(folders: readonly string[], found = new Set<string>()): Set<string> {
  for (const folder of folders) {
    if (found.has(folder)) continue
    found.add(folder)
    const { dependencies = {} } = JSON.parse(
      readFileSync(path.join(PROJECT, folder, 'package.json'), 'utf8'),
    )
    const ours = Object.keys(dependencies)
      .filter((name) => name.startsWith('@scheduling/'))
      .map((name) => name.slice('@scheduling/'.length))
    packagesOf(ours.map(folderOf), found)
  }
  return found
}

const folderOf = (name: string): string =>
  [`packages/${name}`, `apps/${name}`, 'prisma'].find((folder) =>
    existsSync(path.join(PROJECT, folder, 'package.json')),
  ) ?? name

const RULES: Readonly<Record<string, (parts: Parts) => string | null>> = {
  'nothing that a linter finds': ({ text }) =>
    validate(text)
      .map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
      .join('; ') || null,
  'the Node of the project': ({ all }) => {
    const [version] = all.getInitialARGs().map((arg) => arg.getProperty()?.getValue())
    const { node } = packageJson().dependencies
    return version === node ? null : `builds on ${version}, and the project is tested with ${node}`
  },
  'the pnpm of the project': ({ text }) =>
    text.includes(` ${packageJson().packageManager}\n`) ? null : 'installs with another pnpm',
  'no image without a version': ({ all }) => {
    const stages = new Set(all.getFROMs().map((from) => from.getBuildStage()))
    const loose = all
      .getFROMs()
      .map((from) => from.getImage() ?? '')
      .filter((image) => !stages.has(image) && !/:[^:]*\d/.test(image) && !image.includes('${'))
    return loose.length === 0 ? null : loose.join(', ')
  },
  'what is locked is installed': ({ text }) => {
    const installs = text.split('\n').filter((line) => line.includes('pnpm install'))
    return installs.every((line) => line.includes('--frozen-lockfile'))
      ? null
      : 'installs newer ones'
  },
  'no development dependencies': ({ last, text }) =>
    /AS dependencies\n[^]*?pnpm install [^\n]*--prod /.test(text) &&
    last
      .getCOPYs()
      .some((copy) => copy.getFlags().some((flag) => flag.getValue() === 'dependencies'))
      ? null
      : 'has development dependencies',
  'a user by number, and no root': ({ last }) => {
    const user = errorText(last, 'USER').at(-1) ?? 'root'
    return /^[1-9]\d*:[1-9]\d*$/.test(user) ? null : `runs as ${user}`
  },
  'no files of that user': ({ last }) =>
    last.getCOPYs().some((copy) => copy.getFlags().some((flag) => flag.getName() === 'chown'))
      ? 'the process can change its own files'
      : null,
  'signals reach the process': ({ last }) =>
    errorText(last, 'ENTRYPOINT').at(-1) === '["/usr/bin/tini", "--"]' &&
    errorText(last, 'STOPSIGNAL').at(-1) === 'SIGTERM'
      ? null
      : 'a shell or nothing stands between',
  'a health check that the image can make': ({ last }) => {
    const [, file] =
      /CMD \["node", "([^"]+)"\]$/.exec(errorText(last, 'HEALTHCHECK').at(-1) ?? '') ?? []
    return file !== undefined && existsSync(path.join(PROJECT, file)) ? null : 'has none'
  },
  production: ({ last }) =>
    errorText(last, 'ENV').some((text) => text.includes('NODE_ENV=production'))
      ? null
      : 'is not said',
  'no secret in the image': ({ text }) => {
    const named = SECRETS.filter((name) => new RegExp(`^(ENV|ARG)[^#]*\\b${name}=`, 'm').test(text))
    return named.length === 0 ? null : named.join(', ')
  },
  'nothing fetched but by package managers': ({ text }) =>
    /^ADD |curl |wget /m.test(text) ? 'fetches by itself' : null,
  'what it copies is there': ({ all }) => {
    const lost = all
      .getCOPYs()
      .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === 'from'))
      .flatMap((copy) => copy.getArguments().slice(0, -1))
      .map((argument) => argument.getValue())
      .filter((place) => !existsSync(path.join(PROJECT, place)))
    return lost.length === 0 ? null : lost.join(', ')
  },
  'every package that a process needs': ({ last }) => {
    const copied = copiedInto(last)
    const apps = Object.values(PROCESSES).map(({ main }) => main.split('/').slice(0, 2).join('/'))
    const lacking = [...packagesOf(apps)].filter(
      (folder) =>
        !copied.some((place) => `${place}/`.startsWith(folder) || folder.startsWith(place)),
    )
    return lacking.length === 0 ? null : `lacks ${lacking.join(', ')}`
  },
  'guides, which the API serves': ({ last }) =>
    copiedInto(last).includes('docs') ? null : 'no docs',
}

/** Each rule that a Dockerfile breaks, one line each. */
export function brokenImageRules(text: string): string[] {
  const all = DockerfileParser.parse(text)
  const from = all.getFROMs().at(-1)
  const last = from && all.getContainingImage(from.getRange().start)
  if (!last) return ['no stage']
  return Object.entries(RULES).flatMap(([rule, fault]) => {
    const found = fault({ text, all, last })
    return found === null ? [] : [`${rule}: ${found}`]
  })
}

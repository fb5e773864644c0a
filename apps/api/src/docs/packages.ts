/** `/docs/downloads`: the packages for callers, which no public registry has. */
import { Problem } from '@scheduling/core'
import { publishedFiles, readPublished, type PublishedFile } from '@scheduling/published'
import type { PublicReply } from '../public-routes.ts'
import { table } from './markdown.ts'

export const PACKAGES_PATH = '/docs/downloads'
const SUMS = 'SHA256SUMS'

const CONTENT_TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['.tgz', 'application/gzip'],
  ['.whl', 'application/zip'],
  ['.zip', 'application/zip'],
]

export type Packages = {
  /** The page that lists them, as Markdown. */
  text(): string
  /**
   * What stands at a path below `/docs/downloads`; null where nothing does.
   *
   * @throws `503 service_unavailable` where they were not built
   */
  at(path: string): PublicReply | null
}

/** The list and each file are read once, when they are first asked for. There are no more than the list has. */
export function packages(publicBaseUrl: string): Packages {
  let found: readonly PublishedFile[] | null = null
  const files = () => (found ??= publishedFiles())
  const replies = new Map<string, PublicReply>()
  return {
    text: () => pageText(files(), publicBaseUrl),
    at(path) {
      if (!path.startsWith(`${PACKAGES_PATH}/`)) return null
      const name = path.slice(PACKAGES_PATH.length + 1)
      const kept = replies.get(name)
      if (kept !== undefined) return kept
      const listed = files()
      if (listed === null) {
        throw new Problem(
          'service_unavailable',
          'The packages are not built here. Run `pnpm release`, and start the service again.',
        )
      }
      const reply = name === SUMS ? sumsReply(listed) : fileReply(listed, name)
      if (reply !== null) replies.set(name, reply)
      return reply
    },
  }
}

/** As `sha256sum --check` reads it. */
function sumsReply(listed: readonly PublishedFile[]): PublicReply {
  const lines = listed.map(({ sha256, file }) => `${sha256}  ${file}\n`)
  return { contentType: 'text/plain; charset=utf-8', body: lines.join('') }
}

function fileReply(listed: readonly PublishedFile[], name: string): PublicReply | null {
  const one = listed.find(({ file, versionedFile }) => name === file || name === versionedFile)
  const [, contentType] = CONTENT_TYPES.find(([ending]) => name.endsWith(ending)) ?? []
  if (one === undefined || contentType === undefined) return null
  return {
    contentType,
    body: readPublished(one),
    isCompressed: true,
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

function pageText(listed: readonly PublishedFile[] | null, publicBaseUrl: string): string {
  const rows = (listed ?? []).map(({ file, versionedFile, title, version, sha256, bytes }) => [
    title,
    `[\`${file}\`](${PACKAGES_PATH}/${file})${versionedFile === null ? '' : `, also as [\`${versionedFile}\`](${PACKAGES_PATH}/${versionedFile})`}`,
    version,
    `${Math.ceil(bytes / 1024)} KB`,
    `\`${sha256}\``,
  ])
  const list =
    listed === null
      ? 'The packages are not built here.'
      : `${table(['Package', 'File', 'Version', 'Size', 'SHA-256'], rows)}

[\`${SUMS}\`](${PACKAGES_PATH}/${SUMS}) has the sums as \`sha256sum --check\` reads them.`
  return `# Downloads

The libraries and the command line come from this service. They are in no public registry: a package of a similar name there
is not ours, and could read your API key.

${list}

## Install

\`\`\`sh
npm install ${publicBaseUrl}${PACKAGES_PATH}/scheduling-sdk.tgz
npm install --global ${publicBaseUrl}${PACKAGES_PATH}/scheduling-cli.tgz
npm install ${publicBaseUrl}${PACKAGES_PATH}/scheduling-client.tgz
pip install ${publicBaseUrl}${PACKAGES_PATH}/${pythonFile(listed)}
curl -sO ${publicBaseUrl}${PACKAGES_PATH}/scheduling-php.zip
unzip -q scheduling-php.zip
\`\`\`

npm writes the address and the sum of a file into your lock file, and refuses another file at the address. A new version of
the service may have a new version of a package, so install it again after an update, or keep the file beside your
sources and install that.

The nodes for n8n are not among them: building them takes n8n's own tools, which this service does not have. The operator builds
their file: see [Automation tools](/docs/automation#the-nodes-for-n8n).
`
}

/** `pip` reads the version from the name of the file. */
function pythonFile(listed: readonly PublishedFile[] | null): string {
  const python = listed?.find(({ file }) => file.endsWith('.whl'))
  return python?.versionedFile ?? 'scheduling-python.whl'
}

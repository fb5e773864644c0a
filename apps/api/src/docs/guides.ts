/** The pages that people wrote for callers: files of the project's `docs` folder, served as they are. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Guide = { readonly path: string; readonly title: string; readonly file: string }

export const GUIDES_PATH = '/docs/guides'

/** In reading order. The other files of the folder are for those who build or run the service. */
export const GUIDES: readonly Guide[] = [
  'clients.md',
  'availability.md',
  'appointments.md',
  'queue.md',
  'deposits.md',
  'webhooks/delivery.md',
  'webhooks/verify-signatures.md',
  'webhooks/templates.md',
  'webhooks/chat.md',
].map((file) => ({
  file,
  path: `/docs/${file.replace(/\.md$/, '')}`,
  title: /^# (.+)$/m.exec(textOf(file))?.[1] ?? file,
}))

/** The Markdown of a guide: links to other guides lead to where they are served, remarks for tools are gone. */
export function guideText(guide: Guide): string {
  return textOf(guide.file)
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .replaceAll(/\]\(([\w./-]+\.md)(#[\w-]+)?\)/g, (link, target: string, anchor = '') => {
      const file = path.posix.join(path.posix.dirname(guide.file), target)
      const other = GUIDES.find((candidate) => candidate.file === file)
      return other === undefined ? link : `](${other.path}${anchor})`
    })
}

export function guideIndex(): string {
  return `# Guides\n\n${GUIDES.map((guide) => `- [${guide.title}](${guide.path})`).join('\n')}\n`
}

function textOf(file: string): string {
  return readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
}

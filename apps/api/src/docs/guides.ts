/** The pages that people wrote: files of the project's `docs` folder, served as they are. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Guide = { readonly path: string; readonly title: string; readonly file: string }

export const GUIDES: readonly Guide[] = [
  { path: '/docs/clients', title: 'Clients', file: 'clients.md' },
  { path: '/docs/availability', title: 'Free time', file: 'availability.md' },
  { path: '/docs/webhooks/delivery', title: 'Delivery', file: 'webhooks/delivery.md' },
  {
    path: '/docs/webhooks/verify-signatures',
    title: 'Signatures',
    file: 'webhooks/verify-signatures.md',
  },
  { path: '/docs/webhooks/templates', title: 'Templates', file: 'webhooks/templates.md' },
  { path: '/docs/webhooks/chat', title: 'Chat', file: 'webhooks/chat.md' },
]

const FOLDER = new URL('../../../../docs/', import.meta.url)

/** The Markdown of a guide: links to other guides lead to where they are served, remarks for tools are gone. */
export function guideText(guide: Guide): string {
  return readFileSync(new URL(guide.file, FOLDER), 'utf8')
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .replaceAll(/\]\(([\w./-]+\.md)(#[\w-]+)?\)/g, (link, target: string, anchor = '') => {
      const file = path.posix.join(path.posix.dirname(guide.file), target)
      const other = GUIDES.find((candidate) => candidate.file === file)
      return other === undefined ? link : `](${other.path}${anchor})`
    })
}

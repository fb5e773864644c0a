/** The pages that people wrote for callers: files of the project's `docs` folder. */
import { withPublishedNames } from '@scheduling/published'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NO_CONTACT, withAddresses } from './contact.ts'
import { withLimits } from './guide-limits.ts'
import type { Language } from './language.ts'

export type Guide = {
  readonly language: Language
  readonly path: string
  readonly title: string
  readonly file: string
  readonly chapter: 'Start' | 'Guides' | 'Webhooks' | 'Dashboards' | 'More'
}

/** In reading order. The other files of the folder are for those who build or run the service. */
const FILES: Readonly<Record<Guide['chapter'], readonly string[]>> = {
  Start: ['getting-started.md', 'sdk.md', 'sdk-python.md', 'sdk-php.md', 'scopes.md'],
  Guides: [
    'clients.md',
    'availability.md',
    'appointments.md',
    'holds.md',
    'queue.md',
    'deposits.md',
    'move-a-clinic.md',
    'messages.md',
    'sync.md',
    'trace-a-request.md',
    'cli.md',
    'automation.md',
    'agents.md',
  ],
  Webhooks: [
    'webhooks/delivery.md',
    'webhooks/verify-signatures.md',
    'webhooks/repair.md',
    'webhooks/templates.md',
    'webhooks/chat.md',
  ],
  Dashboards: [
    'trpc.md',
    'dashboards/people.md',
    'dashboards/organization.md',
    'dashboards/schedule.md',
    'dashboards/services-and-professionals.md',
    'dashboards/appointments.md',
    'dashboards/queue.md',
    'dashboards/deposits.md',
    'payments.md',
    'dashboards/clients.md',
    'personal-data.md',
    'import-export.md',
    'dashboards/overview.md',
    'dashboards/audit.md',
    'dashboards/test-mode.md',
    'dashboards/live.md',
    'public-booking.md',
    'waitlist.md',
    'calendars.md',
    'embed.md',
  ],
  More: ['generated-clients.md', 'changes.md'],
}

/** The address in the samples of the files, as `npm start` prints it. Pages show the address of this service. */
const WRITTEN_BASE_URL = 'http://localhost:3000'

/** What a translation has in place of a sample: the English page has it, and is asked for it. */
const SAMPLE = /^<!-- sample -->$/gm

/** English guides in reading order, then those in Portuguese: files of the same names in the folder `pt`. */
export const GUIDES: readonly Guide[] = (['en', 'pt-BR'] as const).flatMap((language) =>
  Object.entries(FILES).flatMap(([chapter, files]) =>
    files
      .map((file) => (language === 'en' ? file : `pt/${file}`))
      .filter((file) => existsSync(addressOf(file)))
      .map((file) => ({
        language,
        file,
        chapter: chapter as Guide['chapter'],
        path: `/docs/${file.replace(/\.md$/, '')}`,
        title: /^# (.+)$/m.exec(textOf(file))?.[1] ?? file,
      })),
  ),
)

/** The Markdown of a guide, with current limits and links to the served pages, and without the remarks for tools. */
export function guideText(guide: Guide, publicBaseUrl: string, contact = NO_CONTACT): string {
  const text = withAddresses(textOf(guide.file), contact, guide.language)
  return withPublishedNames(withLimits(text))
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .trimStart()
    .replaceAll(/\]\(([\w./-]+\.md)(#[\w-]+)?\)/g, (link, target: string, anchor = '') => {
      const file = path.posix.join(path.posix.dirname(guide.file), target)
      const other = GUIDES.find((candidate) => candidate.file === file)
      return other === undefined ? link : `](${other.path}${anchor})`
    })
    .replaceAll(WRITTEN_BASE_URL, publicBaseUrl)
}

function textOf(file: string): string {
  const text = readFileSync(addressOf(file), 'utf8')
  if (!file.startsWith('pt/')) return text
  const english = samplesIn(readFileSync(addressOf(file.slice('pt/'.length)), 'utf8')).values()
  return text.replaceAll(SAMPLE, () => english.next().value ?? '')
}

/** Each with its fences. */
function samplesIn(markdown: string): string[] {
  const samples: string[] = []
  let sample: string[] | null = null
  for (const line of markdown.split('\n')) {
    const isFence = line.startsWith('```')
    if (sample === null && !isFence) continue
    const isEnd = isFence && sample !== null
    sample ??= []
    sample.push(line)
    if (!isEnd) continue
    samples.push(sample.join('\n'))
    sample = null
  }
  return samples
}

function addressOf(file: string): URL {
  return new URL(`../../../../docs/${file}`, import.meta.url)
}

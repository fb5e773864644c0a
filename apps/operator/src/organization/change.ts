/** The commands that change an organization. Each prints what it changed, and the audit has it. */
import {
  FEATURES,
  invalid,
  resumeOrganization,
  setPlan,
  suspendOrganization,
  type Operated,
} from '@scheduling/core'
import type { Command, Told } from './command.ts'

const MOST = 500

export const plan: Command = {
  usage: ['plan SLUG NAME --features a,b', 'gives it a plan: a name and the features that it has'],
  words: 2,
  options: { features: { type: 'string' } },
  async run(service, { slug, word, options }) {
    const features = featuresIn(String(options['features'] ?? ''))
    return told(await setPlan(service, slug, { name: word, features }))
  },
}

export const suspend: Command = {
  usage: [
    'suspend SLUG --reason TEXT',
    'lets its team read only, and stops bookings, API and webhooks',
  ],
  words: 1,
  options: { reason: { type: 'string' } },
  async run(service, { slug, options }) {
    const reason = String(options['reason'] ?? '').trim()
    if (reason === '') throw invalid('reason', 'required', 'Say why.')
    if (reason.length > MOST) throw invalid('reason', 'too_long', `At most ${MOST} characters.`)
    return told(await suspendOrganization(service, slug, reason))
  },
}

export const resume: Command = {
  usage: ['resume SLUG', 'ends a suspension: everything is as before'],
  words: 1,
  options: {},
  run: async (service, { slug }) => told(await resumeOrganization(service, slug)),
}

/** @throws `400 validation_error` on `features` */
function featuresIn(text: string): (typeof FEATURES)[number][] {
  const names = text.split(',').map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  if (given.length === 0) {
    throw invalid('features', 'required', `Name its features: ${FEATURES.join(', ')}.`)
  }
  return given.map((name) => {
    const found = FEATURES.find((feature) => feature === name)
    if (found !== undefined) return found
    throw invalid(
      'features',
      'invalid_value',
      `There is no feature ${name}. There are: ${FEATURES.join(', ')}.`,
    )
  })
}

function told({ organization, changes }: Operated): Told {
  const { id, slug, name } = organization
  const shown = (value: unknown): string =>
    Array.isArray(value) ? value.join(', ') : value === null ? 'none' : String(value)
  const lines = Object.entries(changes ?? {}).map(
    ([field, { from, to }]) => `  ${field}: ${shown(from)} → ${shown(to)}`,
  )
  return {
    value: { id, slug, changes },
    lines: [
      `Organization ${id}: ${name}`,
      ...(lines.length === 0 ? ['  Nothing changed.'] : lines),
    ],
  }
}

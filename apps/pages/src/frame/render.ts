/** Puts a page into the frame. */
import { phoneWritten } from '@scheduling/core'
import nunjucks from 'nunjucks'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brandStyle, framedStyle, USUAL_STYLE } from '../brand/colors.ts'
import { groundIn } from '../embed/ground.ts'
import type { Page, PageAnswer } from '../page.ts'
import { LANGUAGES } from '../language.ts'
import { PARAMETERS } from '../paths.ts'
import { SCRIPT } from '../script/asset.ts'
import { ICON, PREVIEW } from './pictures.ts'
import { headersOf } from './headers.ts'
import { aroundTeam, teamAddress } from './team-link.ts'
import { FRAME_TEXTS, type FrameTexts } from './texts.ts'

const source = path.dirname(import.meta.dirname)

/** Everything that a template prints is escaped. A name that the page does not give is an error, not an empty place. */
const templates = new nunjucks.Environment(new nunjucks.FileSystemLoader(source), {
  autoescape: true,
  throwOnUndefined: true,
  trimBlocks: true,
})

templates.addFilter('aroundTeam', aroundTeam)

const STYLE =
  USUAL_STYLE +
  readFileSync(path.join(import.meta.dirname, 'style.css'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('/*'))
    .join('')

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function phoneOf(organization: Page['organization']): string | null {
  if (organization === null || organization.phone === null) return null
  return phoneWritten(organization.phone, organization.country)
}

const STYLE_HASH = hashOf(STYLE)

/** @param otherLanguage where the page stands in the other language; null: nowhere */
export function render(page: Page, otherLanguage: string | null = null): PageAnswer {
  const { status = 200, isListed = false, embed = null, mayBeKept = false } = page
  const isEmbedded = embed !== null
  const color = page.organization?.brand_color ?? null
  const brand = isEmbedded ? framedStyle(groundIn(embed), color) : brandStyle(color)
  const texts = FRAME_TEXTS[page.language]
  const body = templates.render(page.template, {
    ...page.view,
    step: page.step === undefined ? null : stepView(page.step, texts),
    isCover: page.isCover ?? false,
    opening: page.opening ?? null,
    hasSide: page.hasSide ?? false,
    initial: initialOf(page.organization?.name ?? ''),
    title: page.title,
    organization: page.organization,
    phone: phoneOf(page.organization),
    team: teamAddress(page.organization),
    frame: texts,
    language: page.language,
    isListed,
    outside: page.outside ?? null,
    data: page.outside?.data == null ? null : dataOf(page.outside.data),
    icon: page.organization?.logo_url ?? ICON.path,
    touchIcon: page.organization?.logo_url ?? PREVIEW.path,
    languages: LANGUAGES.map((language) => ({
      locale: FRAME_TEXTS[language].locale,
      query: `?${PARAMETERS.language}=${language}`,
    })),
    isEmbedded,
    otherLanguage,
    typedForm: page.typedForm ?? null,
    languageField: PARAMETERS.language,
    refreshSeconds: page.refreshSeconds ?? 0,
    style: STYLE,
    brand,
    script: SCRIPT.path,
  })
  const styles = [STYLE_HASH, ...(brand === null ? [] : [hashOf(brand)])]
  return { status, body, headers: headersOf({ styles, isListed, isEmbedded, mayBeKept }) }
}

/** JSON in a script element: no text in it can end the element, or begin a comment. */
function dataOf(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** Service, time and person. */
const STEPS = [1, 2, 3] as const

function stepView(at: number, texts: FrameTexts) {
  return { text: texts.step(at, STEPS.length), past: STEPS.map((step) => step <= at) }
}

function initialOf(name: string): string {
  const [first = ''] = name
  return first.toUpperCase()
}

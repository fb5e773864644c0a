/**
 * What the packages for callers are called: the one place to change on the day that they are published. Until then no
 * text may name them to a program that would look for them in a public registry.
 */
export const PUBLISHED = {
  /** Of the packages for JavaScript. */
  scope: '@scheduling',
  /** The distribution for Python; its module is called the same. */
  python: 'scheduling',
  /** For Composer. */
  php: 'scheduling/sdk',
} as const

/** What packages of this workspace are called among themselves, and so in the samples of the sources. */
const WORKSPACE_SCOPE = '@scheduling'

/** A text with the names of the packages as they are published. */
export function withPublishedNames(text: string): string {
  return text.replaceAll(`${WORKSPACE_SCOPE}/`, `${PUBLISHED.scope}/`)
}

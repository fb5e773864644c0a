/** How pages of the dashboard are looked at: in both languages, at both widths, in the light and in the dark. */
import { oneOf, triesAll } from '../sample.ts'
import type { Say } from './row.ts'

export const LOOKS = [
  {
    name: 'on a phone, in Portuguese',
    options: { viewport: { width: 390, height: 844 }, locale: 'pt-BR', colorScheme: 'light' },
    say: (pt: string) => pt,
  },
  {
    name: 'at a desk, in English',
    options: { viewport: { width: 1280, height: 800 }, locale: 'en-US', colorScheme: 'dark' },
    say: (_: string, en: string) => en,
  },
] as const satisfies readonly { name: string; options: object; say: Say }[]

/** Both in a run of all tests, else one of them. @param name of what is looked at */
export function looksOf(name: string): readonly (typeof LOOKS)[number][] {
  return triesAll ? LOOKS : [oneOf<(typeof LOOKS)[number]>(name, LOOKS)]
}

/** What fades in is looked at when it stands. */
export const STILL = 'Promise.allSettled(document.getAnimations().map((one) => one.finished))'

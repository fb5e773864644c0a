/** How pages of the dashboard are looked at: each in both languages, at both widths, in the light and in the dark. */
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

/** What fades in is looked at when it stands. */
export const STILL = 'Promise.allSettled(document.getAnimations().map((one) => one.finished))'

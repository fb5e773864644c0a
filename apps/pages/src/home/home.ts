/** `/`: what the service is, for people who open its bare address. */
import { PREVIEW } from '../frame/pictures.ts'
import { FRAME_TEXTS } from '../frame/texts.ts'
import type { Language } from '../language.ts'
import type { Page } from '../page.ts'
import { HOME_TEXTS } from './texts.ts'

/** @param base the address of the service, as `https://agenda.example.com` */
export function homePage(base: string, language: Language): Page {
  const t = HOME_TEXTS[language]
  return {
    language,
    title: t.title,
    organization: null,
    template: 'home/home.njk',
    isListed: true,
    outside: {
      address: `${base}/`,
      title: t.title,
      description: t.what,
      picture: `${base}${PREVIEW.path}`,
      data: null,
    },
    mayBeKept: true,
    view: {
      t,
      base,
      places: [
        { href: '/app', name: t.dashboard, why: t.dashboardWhy },
        { href: '/docs/embed/demo', name: t.demo, why: t.demoWhy },
        { href: FRAME_TEXTS[language].docsPath, name: t.docs, why: t.docsWhy },
      ],
    },
  }
}

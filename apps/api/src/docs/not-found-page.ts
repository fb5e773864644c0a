import type { Page } from './site-map.ts'

/** For a person who follows a dead link. */
export const notFoundPage: Page = {
  path: '/docs/not-found',
  language: 'en',
  title: 'Page not found',
  chapter: null,
  text: () => `# Page not found

There is no page at this address. Search for what you need above, or start here:

- [Overview](/docs)
- [Getting started](/docs/getting-started)
- [The API in general](/docs/reference)
- [Errors](/docs/errors)
`,
}

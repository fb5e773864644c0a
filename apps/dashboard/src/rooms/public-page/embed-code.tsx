/** The two lines with which the page stands inside another site. */
import { Anchor, Text } from '@mantine/core'
import { CopyText } from '../../parts/copy-text.tsx'
import { useTexts } from '../../words/language.tsx'
import { Section } from './section.tsx'
import { PUBLIC_PAGE_TEXTS } from './texts.ts'

type Props = { readonly slug: string; readonly language: 'pt' | 'en' }

export function EmbedCode({ slug, language }: Props) {
  const t = useTexts(PUBLIC_PAGE_TEXTS)
  const { origin } = location
  // In the language of those who read the site.
  const book = PUBLIC_PAGE_TEXTS[language].bookHere
  const code = [
    `<a href="${origin}/${slug}">${book}</a>`,
    `<script src="${origin}/embed.js" data-clinic="${slug}" async></script>`,
  ].join('\n')
  return (
    <Section title={t.embed}>
      <Text size="sm">{t.aboutEmbed}</Text>
      <CopyText label={t.embedCode} value={code} />
      <Anchor href="/docs/embed" target="_blank" rel="noreferrer" size="sm">
        {t.embedDocs}
      </Anchor>
    </Section>
  )
}

/** The address of the page, to be sent, opened, or printed as a code. */
import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconExternalLink } from '../../icons/more.ts'
import { useMemo } from 'react'
import { CopyText } from '../../parts/copy-text.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { qrOf, svgOf } from '../../parts/qr.ts'
import { useTexts } from '../../words/language.tsx'
import { Section } from './section.tsx'
import { PUBLIC_PAGE_TEXTS } from './texts.ts'

export function Address({ slug }: { readonly slug: string }) {
  const t = useTexts(PUBLIC_PAGE_TEXTS)
  const address = `${location.origin}/${slug}`
  const code = useMemo(() => qrOf(address), [address])
  return (
    <Section title={t.address}>
      <CopyText label={t.address} value={address} />
      <Group>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t.open}
        </Button>
      </Group>
      <Text size="sm">{t.aboutCode}</Text>
      <QrCode text={address} label={t.codeOf(address)} size={200} />
      <Group>
        <Button
          component="a"
          href={`data:image/svg+xml,${encodeURIComponent(svgOf(code))}`}
          download={`${slug}.svg`}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t.download}
        </Button>
      </Group>
    </Section>
  )
}

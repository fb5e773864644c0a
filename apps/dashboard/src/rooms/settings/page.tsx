import { FRAME_TEXTS } from '../../frame/texts.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useTexts } from '../../words/language.tsx'

export function SettingsPage() {
  const t = useTexts(FRAME_TEXTS)
  return <PageHead title={t.settings} />
}

import { PageHead } from '../../parts/page-head.tsx'
import { FRAME_TEXTS } from '../../frame/texts.ts'
import { useTexts } from '../../words/language.tsx'

export function AgendaPage() {
  const t = useTexts(FRAME_TEXTS)
  return <PageHead title={t.agenda} />
}

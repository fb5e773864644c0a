/** Says that the service can't be reached, and that nothing is lost. */
import { Alert } from '@mantine/core'
import { IconCloudOff } from '../icons/icons.ts'
import { useIsAway } from '../api/reach.ts'
import { useTexts } from '../words/language.tsx'
import { FRAME_TEXTS } from './texts.ts'

export function AwayBanner() {
  const t = useTexts(FRAME_TEXTS)
  return (
    <div role="status" aria-live="polite">
      {useIsAway() && (
        <Alert color="orange" mb="sm" icon={<IconCloudOff aria-hidden />}>
          {t.away}
        </Alert>
      )}
    </div>
  )
}

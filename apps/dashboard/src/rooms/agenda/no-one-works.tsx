/** An agenda without a row. */
import { Anchor, Button, Group } from '@mantine/core'
import { IconCalendarOff } from '../../icons/icons.ts'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../parts/empty.tsx'
import { useTexts } from '../../words/language.tsx'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  /** Whether professionals were chosen, who do not exist. */
  readonly isChosen: boolean
  onEverybody(): void
}

export function NoOneWorks({ isChosen, onEverybody }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  if (isChosen) {
    return (
      <Empty icon={IconCalendarOff} title={t.noOneChosen} text={t.noOneChosenText}>
        <Button onClick={onEverybody}>{t.showEverybody}</Button>
      </Empty>
    )
  }
  return (
    <Empty icon={IconCalendarOff} title={t.noOne} text={t.noOneText}>
      <Group justify="center">
        <Button renderRoot={(props) => <Link to="/professionals" {...props} />}>
          {t.toProfessionals}
        </Button>
        <Anchor renderRoot={(props) => <Link to="/hours" {...props} />}>{t.toHours}</Anchor>
      </Group>
    </Empty>
  )
}

/** An agenda without a row. */
import { Anchor, Button, Group } from '@mantine/core'
import { IconCalendarOff } from '../../icons/icons.ts'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../access/use-may.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { useTexts } from '../../words/language.tsx'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  /** Whether professionals were chosen, who do not exist. */
  readonly isChosen: boolean
  onEverybody(): void
}

export function NoOneWorks({ isChosen, onEverybody }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const may = useMay()
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
        <PageButton to="/professionals">{t.toProfessionals}</PageButton>
        {may('schedule.setWeek') && (
          <Anchor renderRoot={(props) => <Link to="/hours" {...props} />}>{t.toHours}</Anchor>
        )}
      </Group>
    </Empty>
  )
}

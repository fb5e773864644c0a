/** The filters of the agenda on a phone. Loaded when it is opened. */
import { Button, Stack, Switch } from '@mantine/core'
import { SidePanel } from '../../parts/dialog.tsx'
import { useTexts } from '../../words/language.tsx'
import { PeopleList } from './people-list.tsx'
import type { Person } from './people.tsx'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly people: readonly Person[]
  readonly chosen: readonly number[]
  readonly isCancelledShown: boolean
  onChosen(ids: readonly number[]): void
  onCancelled(isShown: boolean): void
  onBlock(): void
  onHelp(): void
  onClose(): void
}

export default function FilterSheet({ people, chosen, isCancelledShown, onClose, ...act }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const andClose = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <SidePanel position="bottom" size="auto" title={t.filters} isTyped={false} onClose={onClose}>
      <Stack>
        <PeopleList
          view="day"
          people={people}
          chosen={chosen}
          whose={null}
          onChosen={act.onChosen}
          onWhose={() => undefined}
        />
        <Switch
          label={t.showCancelled}
          checked={isCancelledShown}
          onChange={({ currentTarget: { checked } }) => act.onCancelled(checked)}
        />
        <Button variant="default" onClick={andClose(act.onBlock)}>
          {t.block}
        </Button>
        <Button variant="default" onClick={andClose(act.onHelp)}>
          {t.legend}
        </Button>
      </Stack>
    </SidePanel>
  )
}

import { MultiSelect } from '@mantine/core'
import { useTexts } from '../../words/language.tsx'
import { AGENDA_TEXTS } from './texts.ts'
import type { Props } from './toolbar.tsx'

export default function PeopleFilter(
  props: Pick<Props, 'professionals' | 'chosen' | 'onChosen' | 'isNarrow'>,
) {
  const { professionals, chosen, onChosen, isNarrow } = props
  const t = useTexts(AGENDA_TEXTS)
  return (
    <MultiSelect
      aria-label={t.professionals}
      placeholder={chosen.length === 0 ? t.everybody : ''}
      data={professionals.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      onChange={(values) => onChosen(values.map(Number))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.showEverybody }}
      hidePickedOptions
      flex="1 1 220px"
      maw={isNarrow ? undefined : 420}
    />
  )
}

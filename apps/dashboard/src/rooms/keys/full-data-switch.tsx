import { Switch, type SwitchProps } from '@mantine/core'
import { useTexts } from '../../words/language.tsx'
import { KEY_TEXTS } from './texts.ts'

/** Whether the tools of an agent show names, phones and e-mail addresses as they are. */
export function FullDataSwitch(props: SwitchProps) {
  const t = useTexts(KEY_TEXTS)
  return <Switch label={t.fullData} description={t.aboutFullData} {...props} />
}

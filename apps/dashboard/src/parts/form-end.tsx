/** The end of a form in a dialog: leave it, or send it. */
import { Button, Group } from '@mantine/core'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'

type Props = {
  /** Of the button that sends it. Left out: "Save". */
  readonly label?: string
  readonly isPending: boolean
  onCancel(): void
}

export function FormEnd({ label, isPending, onCancel }: Props) {
  const t = useTexts(EVERYWHERE)
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t.cancel}
      </Button>
      <Button type="submit" loading={isPending}>
        {label ?? t.save}
      </Button>
    </Group>
  )
}

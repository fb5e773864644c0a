/** The name of a record in a list, which opens it. */
import { Button } from '@mantine/core'

type Props = {
  readonly name: string
  /** Says what happens, with the name. */
  readonly label: string
  onClick(): void
}

export function NameButton({ name, label, onClick }: Props) {
  return (
    <Button
      variant="transparent"
      px={0}
      h="auto"
      mih={32}
      ta="start"
      aria-label={label}
      styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.4 } }}
      onClick={onClick}
    >
      <bdi>{name}</bdi>
    </Button>
  )
}

/** A field of words and chips with its label. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useId, type Ref } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Fact } from './chips.ts'
import { MESSAGE_TEXTS } from './texts.ts'

export type ChipHandle = { insert(fact: Fact): void }

type Props = {
  readonly value: string
  readonly label: string
  readonly language: string
  /** The most characters of the text as it is kept. */
  readonly most: number
  readonly isOneLine?: boolean
  /** It takes the focus once it is there. */
  readonly isFirst?: boolean
  readonly ref: Ref<ChipHandle>
  onChange(value: string): void
  onFocus(): void
}

export type ChipEditorProps = Props & {
  readonly t: (typeof MESSAGE_TEXTS)['pt']
  readonly describedBy: string
}

const ChipEditor = lazyPart(
  () => import('./chip-editor.tsx'),
  (file) => file.ChipEditor,
  ({ isOneLine }: ChipEditorProps) => <Skeleton h={isOneLine === true ? 36 : 240} />,
)

export function ChipField({ description, ...props }: Props & { readonly description: string }) {
  const t = useTexts(MESSAGE_TEXTS)
  const hint = useId()
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} aria-hidden>
        {props.label}{' '}
        <Text span c="var(--mantine-color-error)">
          *
        </Text>
      </Text>
      <Text size="xs" c="dimmed" id={hint}>
        {description}
      </Text>
      <ChipEditor {...props} t={t} describedBy={hint} />
    </Stack>
  )
}

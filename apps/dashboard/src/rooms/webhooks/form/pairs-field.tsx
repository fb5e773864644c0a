/** Rows of names and values, with what is wrong with each beside it. */
import { ActionIcon, Button, Grid, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '../../../icons/icons.ts'
import { IconTrash } from '../../../icons/more.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../../words/language.tsx'
import { FORM_TEXTS } from './texts.ts'
import { newPair, type Pair } from './values.ts'

type Props = {
  readonly pairs: readonly Pair[]
  readonly addLabel: string
  nameLabel(row: number): string
  valueLabel(row: number): string
  /** Of the list as a whole. */
  readonly fault: string | null
  faultOf(pair: Pair): ReactNode
  /** Values are hidden while they are typed, and a stored one is not shown. */
  readonly isSecret?: boolean
  readonly storedHint?: string
  readonly isCode?: boolean
  onChange(pairs: readonly Pair[]): void
}

export function PairsField(props: Props) {
  const t = useTexts(FORM_TEXTS)
  const { pairs, onChange, isSecret = false, isCode = false } = props
  const change = (key: string, part: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)))
  const font = isCode ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {}
  return (
    <Stack gap="xs" align="stretch">
      {props.fault !== null && (
        <Text c="red" size="sm" role="alert">
          {props.fault}
        </Text>
      )}
      {pairs.map((pair, index) => {
        const row = index + 1
        const value = {
          label: props.valueLabel(row),
          value: pair.value,
          error: props.faultOf(pair),
          autoComplete: 'off',
          placeholder: pair.isStored ? (props.storedHint ?? '') : '',
          styles: font,
          onChange: (event: { currentTarget: { value: string } }) =>
            change(pair.key, { value: event.currentTarget.value }),
        }
        return (
          <Grid key={pair.key} data-row gap="xs" align="flex-start">
            <Grid.Col span={{ base: 12, xs: 4 }}>
              <TextInput
                label={props.nameLabel(row)}
                value={pair.name}
                // A stored value belongs to its name.
                readOnly={isSecret && pair.isStored}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change(pair.key, { name: event.currentTarget.value })}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 10, xs: 7 }}>
              {isSecret ? (
                <PasswordInput
                  {...value}
                  visibilityToggleButtonProps={{ 'aria-label': `${t.showSecret}: ${pair.name}` }}
                />
              ) : (
                <TextInput {...value} spellCheck={false} />
              )}
            </Grid.Col>
            <Grid.Col span={{ base: 2, xs: 1 }} pt={30}>
              <ActionIcon
                variant="subtle"
                color="red"
                size={34}
                aria-label={pair.name === '' ? t.removeUnnamed : t.removeRow(pair.name)}
                onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Grid.Col>
          </Grid>
        )
      })}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...pairs, newPair()])}
      >
        {props.addLabel}
      </Button>
    </Stack>
  )
}

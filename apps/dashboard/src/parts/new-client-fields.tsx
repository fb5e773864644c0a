/** A new client, typed where they are needed. Says as one types whether the person is known already. */
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Fieldset,
  Group,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '../icons/icons.ts'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../access/use-may.ts'
import { api } from '../api/client.ts'
import { useTexts } from '../words/language.tsx'
import type { ClientDraft } from './client-choice.ts'
import { PICKER_TEXTS } from './picker-texts.ts'

type Props = {
  readonly draft: ClientDraft
  onChange(draft: ClientDraft): void
  /** Takes a known client instead. */
  onUse(client: { readonly id: number; readonly name: string }): void
  onSearch(): void
  readonly faults: Readonly<Record<string, ReactNode>>
  readonly disabled: boolean
}

const FIELDS = [
  { name: 'first_name', label: 'firstName', mode: 'text', most: 80 },
  { name: 'last_name', label: 'lastName', mode: 'text', most: 120 },
  { name: 'phone', label: 'phone', mode: 'tel', most: 40 },
  { name: 'email', label: 'email', mode: 'email', most: 254 },
  { name: 'cpf', label: 'cpf', mode: 'numeric', most: 20 },
] as const

const IDENTIFIERS = ['cpf', 'phone', 'email'] as const
const TYPING_MS = 300
/** Shorter texts identify no client. */
const LEAST_CHARACTERS = 6

/** A long name is not cut. */
const WRAPPED = {
  size: 'sm',
  maw: '100%',
  h: 'auto',
  mih: 36,
  styles: { label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
} as const

export function NewClientFields({ draft, onChange, onUse, onSearch, faults, disabled }: Props) {
  const t = useTexts(PICKER_TEXTS)
  const may = useMay()
  const [settled] = useDebouncedValue(draft, TYPING_MS)
  const { clients: same, shared } = useQueries({
    queries: IDENTIFIERS.map((name) =>
      api.clients.list.queryOptions(
        { [name]: settled[name].trim(), limit: 3 },
        { enabled: settled[name].trim().length >= LEAST_CHARACTERS },
      ),
    ),
    combine: (answers) => {
      const known = answers.flatMap(({ data }, at) => {
        const name = IDENTIFIERS[at]
        // What was found for a text that has been changed since is not shown.
        const isNow = name !== undefined && settled[name] === draft[name]
        return isNow ? (data?.data ?? []) : []
      })
      const clients = [...new Map(known.map((client) => [client.id, client])).values()]
      const [byCpf, byPhone] = answers.map(({ data }) => (data?.data.length ?? 0) > 0)
      return { clients, shared: byCpf ? null : byPhone ? 'otherByPhone' : 'otherByEmail' } as const
    },
  })
  // A CPF is one person's.
  const isOther = draft.isOther === true && shared !== null
  return (
    <Fieldset legend={t.newClientTitle} disabled={disabled}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {FIELDS.map(({ name, label, mode, most }) => (
          <TextInput
            key={name}
            label={t[label]}
            inputMode={mode}
            autoComplete="off"
            maxLength={most}
            withAsterisk={name === 'first_name'}
            // The user has just asked for these fields: the typing goes on in the first that is empty.
            autoFocus={name === FIELDS.find((field) => draft[field.name] === '')?.name}
            value={draft[name]}
            error={faults[`client.${name}`]}
            onChange={({ currentTarget: { value } }) =>
              // Who shares one contact need not share the next.
              onChange({
                ...draft,
                [name]: value,
                ...(name !== 'first_name' && name !== 'last_name' && { isOther: false }),
              })
            }
          />
        ))}
      </SimpleGrid>
      {may('messaging.setOptIn') && (
        <Checkbox
          mt="sm"
          label={t.agreed}
          description={t.agreedNote}
          disabled={draft.phone.trim() === ''}
          checked={draft.hasAgreed === true && draft.phone.trim() !== ''}
          onChange={({ currentTarget: { checked } }) => onChange({ ...draft, hasAgreed: checked })}
        />
      )}
      {same.length > 0 && (
        <Alert
          mt="sm"
          color="yellow"
          icon={<IconUserSearch aria-hidden />}
          role="status"
          styles={{ body: { minWidth: 0 } }}
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {isOther ? t.sharedWith(same.map(({ name }) => name).join(', ')) : t.sameClient}
          </Text>
          <Group gap="xs" my={6}>
            {!isOther &&
              same.map((client) => (
                <Button
                  key={client.id}
                  {...WRAPPED}
                  variant="default"
                  onClick={() => onUse(client)}
                >
                  {t.useThis(client.name)}
                </Button>
              ))}
            {shared !== null && (
              <Button
                {...WRAPPED}
                variant={isOther ? 'default' : 'light'}
                onClick={() => onChange({ ...draft, isOther: !isOther })}
              >
                {isOther ? t.notOther : t[shared]}
              </Button>
            )}
          </Group>
          <Text size="xs">{isOther ? t.sharedNote : t.sameClientNote}</Text>
        </Alert>
      )}
      <Anchor component="button" type="button" size="sm" mt="sm" onClick={onSearch}>
        {t.searchInstead}
      </Anchor>
    </Fieldset>
  )
}

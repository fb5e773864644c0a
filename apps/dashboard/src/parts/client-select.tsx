/** Finds a client among very many while typing, and takes a new one where none is found. */
import { ActionIcon, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus, IconX } from '../icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../words/language.tsx'
import { draftOf, type ClientChoice } from './client-choice.ts'
import { NewClientFields } from './new-client-fields.tsx'
import { PICKER_TEXTS } from './picker-texts.ts'
import { usePhone } from './use-phone.ts'
import { cpfWritten } from './written-numbers.ts'

type Props = {
  readonly value: ClientChoice | null
  onChange(choice: ClientChoice | null): void
  readonly label?: string
  readonly error?: ReactNode
  /** Faults of a refused call by field: `client.phone`. Those of a Mantine form fit. */
  readonly faults?: Readonly<Record<string, ReactNode>>
  /** Offers a new client. Without it only those that exist can be chosen. */
  readonly withNew?: boolean
  readonly disabled?: boolean
  readonly required?: boolean
  /** Whether a dialog begins with this field. */
  readonly isFirst?: boolean
}

const TYPING_MS = 200
const SHOWN = 8
/** As much as the search of the service takes. */
const MOST_CHARACTERS = 100
const NEW = 'new'

export function ClientSelect(props: Props) {
  const { value, onChange } = props
  if (value?.kind === 'new') {
    return (
      <NewClientFields
        draft={value.draft}
        onChange={(draft) => onChange({ kind: 'new', draft })}
        onUse={(client) => onChange({ kind: 'known', id: client.id, name: client.name })}
        onSearch={() => onChange(null)}
        faults={props.faults ?? {}}
        disabled={props.disabled ?? false}
      />
    )
  }
  return <ClientSearch {...props} value={value} />
}

function ClientSearch(
  props: Props & { readonly value: Extract<ClientChoice, { kind: 'known' }> | null },
) {
  const { value, onChange, withNew = false } = props
  const t = useTexts(PICKER_TEXTS)
  const phoneWritten = usePhone()
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery(
    api.clients.list.queryOptions(
      { q: asked, limit: SHOWN },
      // The answer to the latest text wins, whenever the others arrive.
      { enabled: asked !== '' && value === null, placeholderData: keepPreviousData },
    ),
  )
  const clients = asked === '' ? [] : (found.data?.data ?? [])
  const isSearching = typed.trim() !== asked || found.isFetching
  const first = clients[0]
  // Enter may come before the answer: it picks the first match then.
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (typed.trim() === '' || isSearching) return
    combobox.selectFirstOption()
    if (!isEntered) return
    setEntered(false)
    if (first !== undefined) choose(String(first.id))
  }, [typed, isSearching, first?.id, isEntered])

  function choose(option: string): void {
    combobox.closeDropdown()
    if (option === NEW) {
      onChange({ kind: 'new', draft: draftOf(typed) })
      return
    }
    const client = clients.find((one) => String(one.id) === option)
    if (client === undefined) return
    setTyped('')
    onChange({ kind: 'known', id: client.id, name: client.name })
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={props.label ?? t.client}
          placeholder={t.clientHint}
          value={value === null ? typed : value.name}
          readOnly={value !== null}
          maxLength={MOST_CHARACTERS}
          autoComplete="off"
          {...(props.isFirst && { 'data-autofocus': true })}
          error={props.error}
          disabled={props.disabled ?? false}
          withAsterisk={props.required ?? false}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setEntered(false)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || value !== null || typed.trim() === '') return
            // A form is not sent by the choice of a client.
            event.preventDefault()
            if (isSearching) setEntered(true)
          }}
          onClick={() => value === null && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSectionPointerEvents="all"
          rightSection={
            value !== null ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.changeClient}
                disabled={props.disabled ?? false}
                onClick={() => onChange(null)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            ) : isSearching && typed.trim() !== '' ? (
              <Loader size={16} aria-label={t.searching} />
            ) : null
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={value !== null}>
        <Combobox.Options
          aria-label={props.label ?? t.client}
          mah={320}
          style={{ overflowY: 'auto' }}
        >
          {clients.map((client) => (
            <Combobox.Option key={client.id} value={String(client.id)}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {client.name}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {[
                  client.phone && phoneWritten(client.phone),
                  client.email,
                  client.cpf && cpfWritten(client.cpf),
                ]
                  .filter((one) => one !== null)
                  .join(' · ')}
              </Text>
            </Combobox.Option>
          ))}
          {clients.length === 0 && (
            <Combobox.Empty>
              {typed.trim() === ''
                ? t.typeToSearch
                : isSearching
                  ? t.searching
                  : found.isError
                    ? t.notRead
                    : t.noClient}
            </Combobox.Empty>
          )}
          {/* Once the search is over: what comes above it would move it from under the pointer. */}
          {withNew && !(isSearching && typed.trim() !== '') && (
            <Combobox.Option value={NEW}>
              <Group gap="xs" wrap="nowrap">
                <IconUserPlus size={16} aria-hidden />
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {t.newClient(typed.trim())}
                </Text>
              </Group>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

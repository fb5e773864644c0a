/**
 * What was typed in an open dialog and is saved nowhere. A field is compared with how it was when it got the focus, and the
 * rows that can be added and removed, marked with `data-row`, with those that were there before the first click.
 */
import { useEffect, useState, type FocusEvent, type MouseEvent } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input:not([type=hidden]), textarea, select'
const ROWS = '[data-row]'

type Before = {
  readonly fields: Map<Field, string>
  /** Null: nothing was clicked yet. */
  rows: { readonly place: Element; readonly before: readonly Element[] } | null
}

const open = new Set<Before>()

/** What was typed so far is saved: after it, only what is typed next counts. */
export function keepTyped(): void {
  keep()
  // A form that begins again empties its fields with the next painting.
  setTimeout(keep)
}

function keep(): void {
  for (const kept of open) {
    for (const field of kept.fields.keys()) kept.fields.set(field, stateOf(field))
    kept.rows = null
  }
}

/** @returns what watches the fields and rows of a place, and says whether something typed there would be lost */
export function useTyped() {
  const [kept] = useState((): Before => ({ fields: new Map(), rows: null }))
  const { fields } = kept
  useEffect(() => {
    open.add(kept)
    return () => void open.delete(kept)
  }, [kept])
  const [watch] = useState(() => ({
    onFocusCapture({ currentTarget, target }: FocusEvent<HTMLElement>): void {
      // The focus in a dialog that lies above comes through as well.
      if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
      for (const field of togetherWith(target, currentTarget)) {
        if (!fields.has(field)) fields.set(field, stateOf(field))
      }
    },
    onClickCapture({ currentTarget: place, target }: MouseEvent<HTMLElement>): void {
      if (!(target instanceof Element) || !place.contains(target)) return
      kept.rows ??= { place, before: [...place.querySelectorAll(ROWS)] }
    },
    isTyped: (): boolean =>
      [...fields].some(([field, before]) => field.isConnected && stateOf(field) !== before) ||
      (kept.rows !== null && areOthers(kept.rows)),
  }))
  return watch
}

function areOthers({ place, before }: NonNullable<Before['rows']>): boolean {
  const now = [...place.querySelectorAll(ROWS)]
  return now.length !== before.length || now.some((row, at) => row !== before[at])
}

/** The field, and with one of several radio buttons the others, of which one loses its mark. */
function togetherWith(target: HTMLElement, place: HTMLElement): readonly Field[] {
  if (!target.matches(FIELDS)) return []
  const field = target as Field
  if (field.type !== 'radio') return [field]
  const radios = place.querySelectorAll<HTMLInputElement>('input[type=radio]')
  return [...radios].filter(({ name }) => name === field.name)
}

function stateOf(field: Field): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    return String(field.checked)
  }
  // Several choices stand beside the field, which is empty.
  return `${field.value} ${field.closest('.mantine-PillGroup-group')?.textContent ?? ''}`
}

/** Where a dialog begins: the first field of its form, or the chosen one of several radio buttons. */
export function markFirstField(place: HTMLElement | null): void {
  if (place === null || place.querySelector('[data-autofocus]') !== null) return
  const first = [...place.querySelectorAll<Field>(`form :is(${FIELDS}):not(:disabled)`)].at(0)
  if (first === undefined) return
  const all = togetherWith(first, place)
  const begin = all.find((one) => one.matches(':checked')) ?? first
  begin.setAttribute('data-autofocus', 'true')
}

/** A field of words and chips. The editor is large, and loaded with the texts alone. */
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands'
import { EditorState, StateField, type Extension, type Transaction } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  WidgetType,
  type Command,
  type DecorationSet,
} from '@codemirror/view'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { styleNonce } from '../../nonce.ts'
import styles from './chip-editor.module.css'
import type { ChipEditorProps } from './chip-field.tsx'
import { chipName, chipNames } from './chip-names.ts'
import { chipsOf, partnersOf, writtenFact, type Chip, type Span } from './chips.ts'
import type { MESSAGE_TEXTS } from './texts.ts'

type Words = (typeof MESSAGE_TEXTS)['pt']

class ChipWidget extends WidgetType {
  readonly #name: string
  readonly #isFact: boolean

  constructor(name: string, isFact: boolean) {
    super()
    this.#name = name
    this.#isFact = isFact
  }

  override eq(other: ChipWidget): boolean {
    return other.#name === this.#name && other.#isFact === this.#isFact
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = (this.#isFact ? styles['fact'] : styles['condition']) ?? ''
    chip.textContent = this.#name
    return chip
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/**
 * Where the chips stand, for drawing, for the caret that steps over them, and for what is removed. To insert or to
 * remove a chip is one step of undo, however fast one types.
 */
function chipsIn(t: Words) {
  const shown = StateField.define<{ chips: readonly Chip[]; drawn: DecorationSet }>({
    create: ({ doc }) => drawn(t, chipsOf(doc.toString()) ?? []),
    update: (before, { docChanged, state }) =>
      docChanged ? drawn(t, chipsOf(state.doc.toString()) ?? []) : before,
    provide: (field) => [
      EditorView.decorations.from(field, (value) => value.drawn),
      EditorView.atomicRanges.of((view) => view.state.field(field).drawn),
    ],
  })
  const whole = EditorState.transactionFilter.of((step) => {
    if (!step.docChanged) return step
    const { chips } = step.startState.field(shown)
    const removed = removedBy(step)
    const gone = chips.filter(({ from, to }) =>
      removed.some((span) => span.from <= from && to <= span.to),
    )
    if (gone.length === 0) return step
    const partners = partnersOf(chips, removed)
    return [
      step,
      {
        changes: partners.map(({ from, to }) => ({
          from: step.changes.mapPos(from, 1),
          to: step.changes.mapPos(to, -1),
        })),
        effects: EditorView.announce.of(t.removed(chipNames(t, [...gone, ...partners]))),
        annotations: isolateHistory.of('full'),
        sequential: true,
      },
    ]
  })
  return [shown, whole]
}

function drawn(t: Words, chips: readonly Chip[]) {
  const set = Decoration.set(
    chips.map(({ from, to, meaning }) =>
      Decoration.replace({
        widget: new ChipWidget(chipName(t, meaning), meaning.kind === 'fact'),
      }).range(from, to),
    ),
  )
  return { chips, drawn: set }
}

function removedBy({ changes }: Transaction): readonly Span[] {
  const spans: Span[] = []
  changes.iterChangedRanges((from, to) => {
    if (to > from) spans.push({ from, to })
  })
  return spans
}

/** Longer than it may be, a text only shrinks. */
function atMost(characters: number): Extension {
  return EditorState.changeFilter.of(
    ({ newDoc, startState }) =>
      newDoc.length <= characters || newDoc.length <= startState.doc.length,
  )
}

/** What is pasted in several lines comes in one. */
const inOneLine = EditorState.transactionFilter.of((step) =>
  step.newDoc.lines === 1
    ? step
    : [step, { changes: lineBreaks(step.newDoc.toString()), sequential: true }],
)

function lineBreaks(text: string) {
  return [...text.matchAll(/\n/g)].map(({ index }) => ({ from: index, to: index + 1, insert: ' ' }))
}

/** As in every field of one line. */
const submit: Command = (view) => {
  view.dom.closest('form')?.requestSubmit()
  return true
}

export function ChipEditor(props: ChipEditorProps) {
  const { t, value, label, describedBy, language, most, isOneLine = false } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent((text: string) => props.onChange(text))
  const entered = useEffectEvent(() => props.onFocus())
  const first = useEffectEvent((parent: HTMLElement) => {
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          history(),
          EditorView.lineWrapping,
          atMost(most),
          ...(isOneLine ? [inOneLine, keymap.of([{ key: 'Enter', run: submit }])] : []),
          chipsIn(t),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
            if (update.focusChanged && update.view.hasFocus) entered()
          }),
          EditorView.contentAttributes.of({
            // A long text scrolls, and what scrolls must be in the tab order.
            tabindex: '0',
            'aria-label': label,
            'aria-describedby': describedBy,
            'aria-required': 'true',
            'aria-multiline': String(!isOneLine),
            lang: language,
            spellcheck: 'true',
            autocapitalize: 'sentences',
          }),
        ],
      }),
    })
    if (props.isFirst === true) {
      editor.dispatch({ selection: { anchor: value.length } })
      editor.focus()
    }
    return editor
  })

  useEffect(() => {
    if (place.current === null) return undefined
    const editor = first(place.current)
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useImperativeHandle(props.ref, () => ({
    insert(fact) {
      const editor = view.current
      if (editor === null) return
      editor.dispatch(editor.state.replaceSelection(writtenFact(fact)), {
        effects: EditorView.announce.of(t.inserted(t.facts[fact])),
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
        userEvent: 'input',
      })
      editor.focus()
    },
  }))

  return <div ref={place} className={styles[isOneLine ? 'line' : 'lines']} />
}

/** The editor of a template. It is large, and loaded with the templates alone. */
import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  type Completion,
  type CompletionContext,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'
import { tagHighlighter, tags } from '@lezer/highlight'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import { styleNonce } from '../../../nonce.ts'
import styles from './code-editor.module.css'
import { spanOf, type Fault } from './places.ts'
import { suggestionsAt, type Knowledge, type Suggestion } from './suggestions.ts'

export type EditorHandle = { go(place: NonNullable<Fault['place']>): void }

type Props = {
  readonly value: string
  readonly label: string
  /** The id of the hint. */
  readonly describedBy: string
  readonly isJson: boolean
  readonly tabIndents: boolean
  readonly faults: readonly Fault[]
  readonly knowledge: Knowledge
  readonly ref: Ref<EditorHandle>
  onChange(value: string): void
}

const highlighter = tagHighlighter([
  { tag: [tags.string, tags.propertyName], class: styles['string'] ?? '' },
  { tag: [tags.number, tags.bool, tags.null], class: styles['constant'] ?? '' },
])

/** `{{ … }}`, `{% … %}` and `{# … #}`, in whatever stands around them. */
const braces = new MatchDecorator({
  regexp: /\{\{[^}]*\}\}|\{%[^%]*%\}|\{#[^#]*#\}/g,
  decoration: Decoration.mark({ class: styles['braces'] ?? '' }),
})

const markedBraces = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = braces.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = braces.updateDeco(update, this.decorations)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

const TYPES: Readonly<Record<Suggestion['kind'], Completion['type'] & string>> = {
  variable: 'variable',
  filter: 'function',
  secret: 'constant',
  word: 'keyword',
}

function completionsAt({ state, pos, explicit }: CompletionContext, knowledge: Knowledge) {
  const found = suggestionsAt(state.sliceDoc(0, pos), knowledge)
  // Nothing was begun: only who asks sees everything.
  if (
    found === null ||
    (!explicit && found.from === pos && !/[.|'"(]\s*$/.test(state.sliceDoc(0, pos)))
  )
    return null
  return {
    from: found.from,
    options: found.options.map(({ label, kind, detail }) => ({
      label,
      type: TYPES[kind],
      ...(detail === undefined ? {} : { detail }),
    })),
    validFor: /^\w*$/,
  }
}

export default function CodeEditor(props: Props) {
  const { value, label, describedBy, isJson, tabIndents, faults } = props
  const isDark = useComputedColorScheme() === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changing = useRef({
    language: new Compartment(),
    keys: new Compartment(),
    look: new Compartment(),
    attributes: new Compartment(),
  }).current
  const changed = useEffectEvent((text: string) => props.onChange(text))
  const complete = useEffectEvent((context: CompletionContext) =>
    completionsAt(context, props.knowledge),
  )
  const first = useEffectEvent(() => ({
    doc: value,
    extensions: [
      changing.language.of(languageOf(isJson)),
      changing.keys.of(keysOf(tabIndents)),
      changing.look.of(EditorView.darkTheme.of(isDark)),
      changing.attributes.of(attributesOf(label, describedBy)),
    ],
  }))

  useEffect(() => {
    if (place.current === null) return undefined
    const { doc, extensions } = first()
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          EditorView.lineWrapping,
          syntaxHighlighting(highlighter),
          markedBraces,
          autocompletion({
            override: [(context) => complete(context)],
            icons: false,
            // As many as are seen at once: the list moves with the keys and has nothing to scroll.
            maxRenderedOptions: 10,
          }),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
          ...extensions,
        ],
      }),
    })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [])

  useEffect(() => {
    view.current?.dispatch({
      effects: [
        changing.language.reconfigure(languageOf(isJson)),
        changing.keys.reconfigure(keysOf(tabIndents)),
        changing.look.reconfigure(EditorView.darkTheme.of(isDark)),
        changing.attributes.reconfigure(attributesOf(label, describedBy)),
      ],
    })
  }, [changing, isJson, tabIndents, isDark, label, describedBy])

  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const text = editor.state.doc.toString()
    const diagnostics = faults.map((fault) => ({
      ...spanOf(text, fault.place),
      severity: 'error' as const,
      message: fault.message,
    }))
    editor.dispatch(setDiagnostics(editor.state, diagnostics))
  }, [faults])

  useImperativeHandle(props.ref, () => ({
    go(at) {
      const editor = view.current
      if (editor === null) return
      const { from } = spanOf(editor.state.doc.toString(), at)
      editor.dispatch({ selection: { anchor: from }, scrollIntoView: true })
      editor.focus()
    },
  }))

  return <div ref={place} className={styles['editor']} />
}

function languageOf(isJson: boolean): Extension {
  return isJson ? json() : []
}

/** Without it Tab goes on to the next control, as everywhere on a page. */
function keysOf(tabIndents: boolean): Extension {
  return tabIndents ? keymap.of([indentWithTab]) : []
}

function attributesOf(label: string, describedBy: string): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    // Escape closes suggestions here, and not the dialog around.
    'data-mantine-stop-propagation': 'true',
    spellcheck: 'false',
  })
}

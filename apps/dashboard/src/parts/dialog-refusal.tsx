import { RefusedNote, type RefusalWords } from './refused-note.tsx'
import { showFault } from './show-fault.ts'

type Props = { readonly error: unknown; readonly words?: RefusalWords | undefined }

/** Why the form of a dialog did nothing, brought into sight: its buttons always are, its end is not. */
export function DialogRefusal({ error, words }: Props) {
  if (error === null || error === undefined) return null
  return (
    <div ref={showFaultAround}>
      <RefusedNote error={error} {...(words && { words })} />
    </div>
  )
}

function showFaultAround(note: HTMLElement | null): void {
  showFault(note?.closest('form') ?? null)
}

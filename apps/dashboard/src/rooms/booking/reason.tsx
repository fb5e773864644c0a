/** Why appointments are cancelled, and whether the client reads it. */
import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../words/language.tsx'
import { DIALOG_TEXTS } from './dialog-texts.ts'

export type Reason = ReturnType<typeof useReason>

export function useReason(isNotified: boolean) {
  const [typed, type] = useState('')
  const [isTold, setTold] = useState(false)
  const trimmed = typed.trim()
  const canTell = isNotified && trimmed !== ''
  return {
    typed,
    type,
    /** Null: none was given. */
    reason: trimmed === '' ? null : trimmed,
    canTell,
    isTold,
    setTold,
    tellsReason: canTell && isTold,
  }
}

export function ReasonField({ typed, type }: Reason) {
  const t = useTexts(DIALOG_TEXTS)
  return (
    <Textarea
      label={t.reason}
      autosize
      minRows={2}
      maxLength={500}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** Nothing where there is no reason, or no message that could have it. */
export function TellReason({ canTell, isTold, setTold }: Reason) {
  const t = useTexts(DIALOG_TEXTS)
  if (!canTell) return null
  return (
    <Checkbox
      label={t.tellReason}
      checked={isTold}
      onChange={(event) => setTold(event.currentTarget.checked)}
    />
  )
}

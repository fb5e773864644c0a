/** How an attempt ended, by word, color and sign. */
import { IconCheck, IconClock, IconX } from '../../../icons/icons.ts'
import { IconTrash } from '../../../icons/more.ts'
import { useTexts } from '../../../words/language.tsx'
import { SignBadge, type Sign } from '../sign-badge.tsx'
import type { Delivery } from '../types.ts'
import { DELIVERY_TEXTS } from './texts.ts'

const LOOKS: Readonly<Record<Delivery['status'], Sign>> = {
  PENDING: { color: 'blue', icon: IconClock },
  SUCCEEDED: { color: 'teal', icon: IconCheck },
  FAILED: { color: 'red', icon: IconX },
  DISCARDED: { color: 'gray', icon: IconTrash },
}

export function StatusBadge({ status }: { readonly status: Delivery['status'] }) {
  const t = useTexts(DELIVERY_TEXTS)
  return <SignBadge sign={LOOKS[status]} words={t.statuses[status]} />
}

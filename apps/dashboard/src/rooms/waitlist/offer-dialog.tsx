/** Offers a free start by hand. It is held for a while, and the client is told. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { SlotPicker } from '../booking/slot-picker.tsx'
import type { Wish } from './wish.ts'
import { WAITLIST_TEXTS } from './texts.ts'
import { useOfferTimes } from './use-offer-times.ts'

export function OfferDialog({ wish, onClose }: { readonly wish: Wish; onClose(): void }) {
  const t = useTexts(WAITLIST_TEXTS)
  const tell = useTell()
  const [date, setDate] = useState<string | null>(null)
  const [start, setStart] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const offers = useOfferTimes(wish.id, { date, start })
  const { name } = wish.client
  const readAgain = (): void => {
    void cache.invalidateQueries(api.availability.pathFilter())
    void cache.invalidateQueries(api.waitlist.pathFilter())
  }
  const offer = useMutation(
    api.waitlist.offer.mutationOptions({
      onSuccess: () => {
        tell.done(t.wasOffered(name))
        readAgain()
        onClose()
      },
      onError: readAgain,
    }),
  )
  return (
    <ConfirmDialog
      title={t.offerTitle(name)}
      confirmLabel={t.confirmOffer}
      isBusy={offer.isPending}
      error={offer.error}
      onConfirm={() => {
        setAsked(true)
        if (start !== null && !offer.isPending) offer.mutate({ entry_id: wish.id, start })
      }}
      onClose={onClose}
    >
      <Text size="sm">{t.offerNote}</Text>
      <SlotPicker
        offers={offers}
        onDate={(next) => {
          setDate(next)
          setStart(null)
        }}
        start={start}
        onStart={setStart}
        professionalId={wish.professional_id}
        disabled={offer.isPending}
        error={isAsked && start === null ? t.chooseStart : null}
      />
    </ConfirmDialog>
  )
}

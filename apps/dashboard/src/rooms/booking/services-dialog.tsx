/** Gives an appointment other services from the same start on, another price, or both. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../access/use-may.ts'
import { scheduling } from '../../api/client.ts'
import { sumOf } from '../../parts/basket.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ServiceBasket } from '../../parts/service-basket.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useServices } from '../../parts/whole-lists.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { CALLS, obstacleOf } from './actions.ts'
import type { CardDialogProps } from './card-actions.tsx'
import { DIALOG_TEXTS } from './dialog-texts.ts'
import { readAppointmentsAgain } from './use-appointment.ts'

type Content = {
  readonly service_ids: readonly number[]
  /** Undefined: that of the services, for who may not set one. */
  readonly price: string | null | undefined
}

export function ServicesDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const words = useTexts(EVERYWHERE)
  const written = useWritten()
  const tell = useTell()
  const mayPrice = useMay()(CALLS.price)
  const { rows } = useServices(true)
  const { id, service_ids: idsNow, price: priceNow } = appointment
  const [ids, setIds] = useState<readonly number[]>(idsNow)
  const [price, setPrice] = useState(priceNow)
  // After the visit the price alone can change.
  const isFixed = obstacleOf('services', appointment, false) !== null
  const undo = useMutation({
    mutationFn: write,
    onError: tell.refused,
    onSettled: readAppointmentsAgain,
  })
  const change = useMutation({
    mutationFn: write,
    onSuccess(_answer, { from, to }) {
      tell.done(t.servicesSaved, { run: () => undo.mutate({ id, from: to, to: from }) })
      onClose()
    },
    onSettled: readAppointmentsAgain,
  })
  const sumFor = (those: readonly number[]): string | null =>
    sumOf(those.flatMap((one) => rows?.find((service) => service.id === one) ?? [])).price
  const sum = sumFor(ids)
  return (
    <ConfirmDialog
      title={t.servicesTitle}
      confirmLabel={words.save}
      isBusy={change.isPending}
      isDisabled={ids.length === 0}
      error={change.error}
      onConfirm={() =>
        change.mutate({
          id,
          from: { service_ids: idsNow, price: mayPrice ? priceNow : undefined },
          to: { service_ids: ids, price: mayPrice ? price : undefined },
        })
      }
      onClose={onClose}
    >
      <ServiceBasket
        value={ids}
        onChange={(next) => {
          // A price that was agreed on stays; that of the services follows them.
          if (price === sum) setPrice(sumFor(next))
          setIds(next)
        }}
        professionalId={appointment.professional_id}
        disabled={isFixed || change.isPending}
      />
      {mayPrice && (
        <MoneyInput
          label={t.price}
          description={t.priceHint}
          value={price ?? ''}
          onChange={(amount) => setPrice(amount === '' ? null : amount)}
        />
      )}
      {mayPrice && sum !== null && sum !== price && (
        <Text size="sm">
          {t.priceOfServices(written.money(sum))}{' '}
          <Button size="compact-sm" variant="light" onClick={() => setPrice(sum)}>
            {t.useSum}
          </Button>
        </Text>
      )}
    </ConfirmDialog>
  )
}

type Change = { readonly id: number; readonly from: Content; readonly to: Content }

function write({ id, from, to }: Change) {
  return from.service_ids.join() === to.service_ids.join() && to.price !== undefined
    ? scheduling.appointments.changePrice.mutate({ appointment_id: id, price: to.price })
    : scheduling.appointments.changeServices.mutate({
        appointment_id: id,
        service_ids: [...to.service_ids],
        ...(to.price === undefined ? {} : { price: to.price }),
      })
}

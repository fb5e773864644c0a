/** What is known of an appointment, as a list of names and values. */
import { Anchor, Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { obstacleOf } from './actions.ts'
import styles from './card.module.css'
import { CARD_TEXTS } from './card-texts.ts'
import { contactOf, readAppointmentsAgain, type Appointment } from './use-appointment.ts'

export function CardFacts({ appointment }: { readonly appointment: Appointment }) {
  const t = useTexts(CARD_TEXTS)
  const written = useWritten()
  const phoneWritten = usePhone()
  const contact = contactOf(appointment)
  const { price, metadata } = appointment
  const integrations = Object.entries(metadata)
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t.professional}>{appointment.professional.name}</Fact>
        <Fact name={t.servicesFact}>
          {appointment.services.map((service) => (
            <div key={service.id}>{service.name}</div>
          ))}
        </Fact>
        <Fact name={t.type}>
          {appointment.type === 'TELEMEDICINE' ? t.telemedicine : t.inPerson}
          {appointment.meeting_url !== null && (
            <>
              {' '}
              <Anchor href={appointment.meeting_url}>{appointment.meeting_url}</Anchor>
            </>
          )}
        </Fact>
        <Fact name={t.price}>{price === null ? t.noPrice : written.money(price)}</Fact>
        {contact !== null && contact.phone !== null && (
          <Fact name={t.phone}>
            <Anchor href={`tel:${contact.phone}`}>{phoneWritten(contact.phone)}</Anchor>
          </Fact>
        )}
        {contact !== null && contact.email !== null && (
          <Fact name={t.email}>
            <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>
          </Fact>
        )}
        <Fact name={t.channel}>{t.sources[appointment.source] ?? appointment.source}</Fact>
        {appointment.arrived_at !== null && (
          <Mark
            name={t.arrivedAt}
            at={appointment.arrived_at}
            appointment={appointment}
            mark="arrived"
          />
        )}
        {appointment.started_at !== null && (
          <Mark
            name={t.startedAt}
            at={appointment.started_at}
            appointment={appointment}
            mark="started"
          />
        )}
        {appointment.reschedule_count > 0 && (
          <Fact name={t.moves}>{written.count(appointment.reschedule_count)}</Fact>
        )}
        {appointment.invoice_issued && <Fact name={t.invoiceFact}>{t.issued}</Fact>}
        {appointment.cancellation_reason !== null && (
          <Fact name={t.reason}>{appointment.cancellation_reason}</Fact>
        )}
      </dl>
      {integrations.length > 0 && (
        <section>
          <Title order={4} size="sm" mb={4}>
            {t.metadata}
          </Title>
          <dl className={styles.facts}>
            {integrations.map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </>
  )
}

type MarkProps = {
  readonly name: string
  readonly at: string
  readonly appointment: Appointment
  readonly mark: 'arrived' | 'started'
}

/** When the client arrived or the visit began, which the team can take back. */
function Mark({ name, at, appointment, mark }: MarkProps) {
  const { undo } = useTexts(EVERYWHERE)
  const written = useWritten()
  const tell = useTell()
  const back = useMutation(
    api.appointments.takeBackMark.mutationOptions({
      onError: tell.refused,
      onSettled: readAppointmentsAgain,
    }),
  )
  return (
    <Fact name={name}>
      {written.time(at)}{' '}
      {obstacleOf('arrive', appointment, true) === null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${undo}: ${name}`}
          disabled={back.isPending}
          onClick={() => back.mutate({ appointment_id: appointment.id, mark })}
        >
          {undo}
        </Button>
      )}
    </Fact>
  )
}

/** Above every page until the ways to the clients are connected. It cannot be dismissed: until then nothing goes out by them. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useMay } from '../access/use-may.ts'
import { useMe, type Me } from '../session/me.tsx'
import { LOCALES, useLanguage, useTexts } from '../words/language.tsx'
import styles from './frame.module.css'
import { FRAME_TEXTS } from './texts.ts'

type Connection = Me['organization']['not_connected'][number]

/** The operator connects the mail server, in the settings of the service. */
const PLACES = {
  mail_server: null,
  number: { call: 'messaging.connect', to: '/messages', search: { view: 'connection' } },
  bank: { call: 'payments.connect', to: '/settings', search: { section: 'payments' } },
} as const

export function NotConnected() {
  const t = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  const may = useMay()
  const { not_connected: missing } = useMe().organization
  if (missing.length === 0) return null
  const placeOf = (connection: Connection) => {
    const place = PLACES[connection]
    return place !== null && may(place.call) ? place : null
  }
  const ways = missing.filter((connection) => connection !== 'bank').length
  const mendsNone = missing.every((connection) => placeOf(connection) === null)
  const listed = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).formatToParts(
    missing.map((connection) => t.connections[connection]),
  )
  const names = missing.values()
  return (
    <Text component="p" size="sm" className={styles['notice']}>
      {t.toConnect}{' '}
      {listed.map(({ type, value }, at) => {
        const name = type === 'element' ? names.next().value : undefined
        const place = name === undefined ? null : placeOf(name)
        return (
          <Fragment key={at}>
            {place === null ? (
              value
            ) : (
              <Anchor
                inherit
                underline="always"
                renderRoot={(props) => <Link to={place.to} search={place.search} {...props} />}
              >
                {value}
              </Anchor>
            )}
          </Fragment>
        )
      })}
      . {mendsNone && t.askFor[missing.includes('number') ? 'owner' : 'operator']}{' '}
      <Text span inherit visibleFrom="sm">
        {!mendsNone && missing.includes('mail_server') && `${t.mailByOperator} `}
        {ways > 0 && t.untilConnected(ways)}
      </Text>
    </Text>
  )
}

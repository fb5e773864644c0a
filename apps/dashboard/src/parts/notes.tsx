/** Where `tell` shows its notes. */
import { Notifications } from '@mantine/notifications'
import '../styles-later.ts'

export function Notes() {
  return <Notifications position="bottom-right" limit={4} />
}

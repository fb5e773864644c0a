/** Where `tell` shows its notes. */
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import '../styles-later.ts'

export default function Notes(): ReactNode {
  return <Notifications position="bottom-right" limit={4} />
}

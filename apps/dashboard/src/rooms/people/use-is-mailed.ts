import { useMe } from '../../session/me.tsx'

/** Whether what is written to people leaves the service; else it waits for a mail server. */
export function useIsMailed(): boolean {
  return !useMe().organization.not_connected.includes('mail_server')
}

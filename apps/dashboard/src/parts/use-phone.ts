import { useMe } from '../session/me.tsx'
import { phoneWritten } from './written-numbers.ts'

/** Writes phones as they are dialled from where the organization is. */
export function usePhone(): (phone: string) => string {
  const { organization } = useMe()
  return (phone) => phoneWritten(phone, organization.country)
}

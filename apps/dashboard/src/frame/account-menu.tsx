/** The button of the account. Its menu is loaded by the first click. */
import { useState, type ComponentType } from 'react'
import { lazyPart } from '../parts/lazy-part.tsx'
import { AccountButton } from './account-button.tsx'

const load = () => import('./account-menu-items.tsx')
const AccountMenuItems = lazyPart(
  load,
  // Where it cannot be loaded, its note closes it.
  (file): ComponentType<{ onClose(): void }> => file.default,
  () => <AccountButton aria-expanded={false} />,
)

export function AccountMenu() {
  const [isWanted, setIsWanted] = useState(false)
  const closed = (
    <AccountButton
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => {})}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return closed
  return <AccountMenuItems onClose={() => setIsWanted(false)} />
}

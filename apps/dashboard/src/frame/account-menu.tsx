/** The button of the account. Its menu is loaded by the first click. */
import { lazy, Suspense, useState } from 'react'
import { AccountButton } from './account-button.tsx'

const load = () => import('./account-menu-items.tsx')
const AccountMenuItems = lazy(load)

export function AccountMenu() {
  const [isWanted, setIsWanted] = useState(false)
  const closed = (
    <AccountButton
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <AccountMenuItems />
    </Suspense>
  )
}

import { OpenPage } from './open-page.tsx'

export function ResetPage() {
  return (
    <OpenPage title="Reset" about="">
      {null}
    </OpenPage>
  )
}

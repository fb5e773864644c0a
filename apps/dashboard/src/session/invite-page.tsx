import { OpenPage } from './open-page.tsx'

export function InvitePage() {
  return (
    <OpenPage title="Invite" about="">
      {null}
    </OpenPage>
  )
}

/** The person's own page, and the pages that links in mails lead to. */
import { tokenFor } from '../account-mails.ts'
import { signIn } from '../dashboard.ts'
import { pageRow, shownRow, type DashboardRow } from './row.ts'

const INVITED = 'convidada@example.com'

export const ACCOUNT_ROWS: readonly DashboardRow[] = [
  pageRow('/account', 'Sua conta', 'Your account', { role: 'manager' }),
  {
    name: 'Invite',
    isPage: true,
    isOpen: true,
    async prepare({ api, clinic }) {
      const owner = await signIn(api, clinic)
      await owner.mutate('account.inviteUser', {
        email: INVITED,
        access: 'manager',
        name: 'Maximiliana Aparecida de Albuquerque Cavalcanti',
      })
    },
    async go(page, say, { api }) {
      await page.goto(`/app/invite#${await tokenFor(api, INVITED)}`)
      await page.getByLabel(say('Nova senha', 'New password')).waitFor()
    },
  },
  shownRow(
    'Used invite',
    '/invite',
    'text',
    'Este convite não vale mais',
    'This invite does not work any more',
    { isOpen: true },
  ),
  pageRow('/email#token', 'Confirmar o novo e-mail', 'Confirm the new e-mail', { isOpen: true }),
  pageRow('/reset', 'Esqueci a senha', 'Forgot your password?', { isOpen: true }),
  pageRow('/reset#token', 'Criar outra senha', 'Set another password', { isOpen: true }),
]

import { expect, it } from 'vitest'
import { inviteMail, oldEmailMail, resetMail } from './mail-texts.ts'
import { accountMailPage } from './mail-page.ts'

const publicBaseUrl = 'https://agenda.example.com'
const organization = { name: 'Clínica Aurora', language: 'pt' }

it('of an account has our link as its button, and no other', () => {
  const link = `${publicBaseUrl}/app/invite#token`
  const name = 'https://evil.example/app/invite#token'
  const { body } = inviteMail({ organization, link, name })
  expect(accountMailPage({ publicBaseUrl }, organization, `${body}\n${name}`)).toMatchObject({
    sender: { name: 'Agenda' },
    button: { label: 'Escolher a senha e entrar', url: link },
    actions: [{ url: link }],
  })
  const reset = resetMail({ organization, link: `${publicBaseUrl}/app/reset#token` }).body
  expect(accountMailPage({ publicBaseUrl }, organization, reset).button?.label).toBe(
    'Escolher a nova senha',
  )
  const told = oldEmailMail({ organization }).body
  expect(accountMailPage({ publicBaseUrl }, organization, told)).toMatchObject({ button: null })
})

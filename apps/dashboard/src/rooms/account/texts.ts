import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Senha e sessões',
  about: (name: string, email: string, role: string) => `${name} entra com ${email}, como ${role}.`,
  roles: { owner: 'proprietário', collaborator: 'colaborador' },
  password: 'Trocar a senha',
  current: 'Senha atual',
  new: 'Nova senha',
  rule: 'De 10 a 200 caracteres. Todas as outras sessões terminam.',
  change: 'Trocar a senha',
  changed: (ended: number) =>
    ended === 0
      ? 'A senha foi trocada.'
      : `A senha foi trocada. Outras sessões encerradas: ${ended}.`,
  sessions: 'Onde você está conectado',
}

const en: typeof pt = {
  title: 'Password and sessions',
  about: (name: string, email: string, role: string) =>
    `${name} signs in with ${email}, as ${role}.`,
  roles: { owner: 'an owner', collaborator: 'a collaborator' },
  password: 'Change the password',
  current: 'Current password',
  new: 'New password',
  rule: '10 to 200 characters. All other sessions end.',
  change: 'Change the password',
  changed: (ended: number) =>
    ended === 0
      ? 'The password is changed.'
      : `The password is changed. Other sessions ended: ${ended}.`,
  sessions: 'Where you are signed in',
}

export const ACCOUNT_TEXTS: Texts<typeof pt> = { pt, en }

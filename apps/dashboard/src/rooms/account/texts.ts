import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Sua conta',
  about: (name: string, email: string, role: string) =>
    `${name} entra com ${email}. Acesso: ${role}.`,
  photo: 'Sua foto',
  aboutPhoto:
    'Aparece na página de agendamento, ao lado do seu nome, se você quiser. Você pode tirá-la quando quiser.',
  photoAlt: 'Sua foto na página de agendamento',
  choosePhoto: 'Escolher uma foto',
  replacePhoto: 'Trocar a foto',
  removePhoto: 'Remover a foto',
  photoSet: 'Sua foto está na página.',
  photoRemoved: 'A foto foi removida.',
  noPicture: 'Este arquivo não é uma imagem que o navegador consiga abrir.',
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
  title: 'Your account',
  about: (name: string, email: string, role: string) =>
    `${name} signs in with ${email}, as ${role}.`,
  photo: 'Your photo',
  aboutPhoto:
    'It is on the booking page, beside your name, if you want. You can take it down at any time.',
  photoAlt: 'Your photo on the booking page',
  choosePhoto: 'Choose a photo',
  replacePhoto: 'Replace the photo',
  removePhoto: 'Remove the photo',
  photoSet: 'Your photo is on the page.',
  photoRemoved: 'The photo is removed.',
  noPicture: 'This file is no picture that the browser can open.',
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

import type { Texts } from '../words/language.tsx'

const pt = {
  title: 'Entrar',
  about: 'Agenda, fila e clientes da sua equipe.',
  email: 'E-mail',
  password: 'Senha',
  signIn: 'Entrar',
  forgot: 'Esqueci a senha',
  wrong: 'O e-mail ou a senha não confere.',
  again: 'Entre de novo',
  aboutAgain: 'A sessão terminou. O que está na tela continua aqui.',
}

const en: typeof pt = {
  title: 'Sign in',
  about: 'The agenda, queue and clients of your team.',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  wrong: 'The e-mail address or the password is not correct.',
  again: 'Sign in again',
  aboutAgain: 'The session has ended. What is on the screen stays here.',
}

export const SESSION_TEXTS: Texts<typeof pt> = { pt, en }

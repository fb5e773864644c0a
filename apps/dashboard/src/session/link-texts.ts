/** Of the pages that links in e-mails lead to. */
import type { Texts } from '../words/language.tsx'

const pt = {
  email: 'E-mail',
  newPassword: 'Nova senha',
  passwordRule: 'De 10 a 200 caracteres. Uma frase que só você conhece é uma boa senha.',
  invite: 'Convite',
  joinTitle: (organization: string) => `Entrar na equipe de ${organization}`,
  joinAbout: (name: string, role: string) =>
    `${name}, você foi convidado para a equipe. Acesso: ${role}. Escolha uma senha.`,
  join: 'Aceitar e entrar',
  deadInvite:
    'Este convite não vale mais: já foi usado, foi retirado ou venceu. Peça outro a quem convidou você.',
  emailInUse:
    'Já existe um acesso com este e-mail. Entre com ele, ou peça um convite para outro e-mail.',
  forgotTitle: 'Esqueci a senha',
  forgotAbout: 'Informe o e-mail com que você entra. Nós enviamos um link para criar outra senha.',
  send: 'Enviar o link',
  sendAgain: 'Enviar de novo',
  asked:
    'Se alguém entra com este e-mail, o link está a caminho. Ele vale por uma hora. Olhe também no spam.',
  notMailed:
    'Este sistema ainda não envia e-mails, então nenhum link chega. Peça a quem cuida do sistema um link para criar outra senha, ou que conecte o servidor de e-mail (SMTP_URL).',
  askedTooOften: 'O link foi pedido muitas vezes. Espere uma hora e tente de novo.',
  resetTitle: 'Criar outra senha',
  resetAbout: 'Depois disso, todas as sessões abertas terminam e você entra com a nova senha.',
  setPassword: 'Salvar a senha',
  passwordSet: 'A nova senha está salva. Entre com ela.',
  toSignIn: 'Ir para a entrada',
  anotherLink: 'Pedir outro link',
  deadReset: 'Este link não vale mais: já foi usado ou venceu. Peça outro.',
  emailTitle: 'Confirmar o novo e-mail',
  emailAbout: 'Depois disso, você entra com este e-mail.',
  confirmEmail: 'Confirmar',
  emailSet: (email: string) => `Pronto: agora você entra com ${email}.`,
  deadEmail: 'Este link não vale mais: já foi usado ou venceu. Peça a troca de novo.',
  emailTaken: 'Já existe um acesso com este e-mail. Peça a troca para outro.',
}

const en: typeof pt = {
  email: 'E-mail',
  newPassword: 'New password',
  passwordRule: '10 to 200 characters. A sentence that only you know is a good password.',
  invite: 'Invite',
  joinTitle: (organization: string) => `Join the team of ${organization}`,
  joinAbout: (name: string, role: string) =>
    `${name}, you are invited as ${role}. Choose a password.`,
  join: 'Accept and sign in',
  deadInvite:
    'This invite does not work any more: it was used, withdrawn, or is too old. Ask for another one.',
  emailInUse:
    'Someone already signs in with this e-mail. Sign in with it, or ask for an invite to another e-mail.',
  forgotTitle: 'Forgot your password?',
  forgotAbout: 'Enter the e-mail that you sign in with. We send a link to set another password.',
  send: 'Send the link',
  sendAgain: 'Send again',
  asked:
    'If someone signs in with this e-mail, the link is on its way. It works for an hour. Look into the spam too.',
  notMailed:
    'This system sends no e-mail yet, so no link arrives. Ask your administrator for a link to set another password, or to connect the mail server (SMTP_URL).',
  askedTooOften: 'The link was asked for many times. Wait an hour and try again.',
  resetTitle: 'Set another password',
  resetAbout: 'All open sessions end then, and you sign in with the new password.',
  setPassword: 'Save the password',
  passwordSet: 'The new password is saved. Sign in with it.',
  toSignIn: 'Go to the sign-in',
  anotherLink: 'Ask for another link',
  deadReset: 'This link does not work any more: it was used or is too old. Ask for another one.',
  emailTitle: 'Confirm the new e-mail',
  emailAbout: 'After that you sign in with this e-mail.',
  confirmEmail: 'Confirm',
  emailSet: (email) => `Done: you sign in with ${email} now.`,
  deadEmail:
    'This link does not work any more: it was used or has expired. Ask for the change again.',
  emailTaken: 'Another user already signs in with this e-mail. Ask for a different one.',
}

export const LINK_TEXTS: Texts<typeof pt> = { pt, en }

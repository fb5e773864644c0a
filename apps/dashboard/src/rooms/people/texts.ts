import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Pessoas',
  about:
    'Quem entra neste painel. Colaboradores cuidam do dia; proprietários, também de pessoas, chaves, webhooks e configurações.',
  users: 'Pessoas com acesso',
  invites: 'Convites em aberto',
  you: 'Você',
  inactive: 'Desativado',
  since: (date: string) => `desde ${date}`,
  roles: { owner: 'Proprietário', collaborator: 'Colaborador' },
  aboutRoles: {
    owner: 'Pode tudo, inclusive convidar e remover pessoas.',
    collaborator: 'Agenda, fila, clientes, serviços, horários, sinais e mensagens.',
  },
  actionsOf: (name: string) => `Ações para ${name}`,
  sessions: 'Ver sessões',
  sessionsOf: (name: string) => `Sessões de ${name}`,
  changeEmail: 'Trocar o e-mail',
  emailOf: (name: string) => `Trocar o e-mail de ${name}`,
  email: 'E-mail',
  aboutEmail: 'Com este e-mail a pessoa entra. A senha continua a mesma.',
  emailAsked: (email: string) =>
    `Enviamos um link para ${email}. A troca vale quando ele for usado.`,
  waitsFor: (email: string) => `Falta confirmar ${email}`,
  yourPassword: 'Sua senha',
  aboutPassword: 'Para ter certeza de que é você.',
  changeRole: { owner: 'Tornar colaborador', collaborator: 'Tornar proprietário' },
  changeRoleOf: {
    owner: (name: string) => `Tornar ${name} proprietário`,
    collaborator: (name: string) => `Tornar ${name} colaborador`,
  },
  aboutRole: {
    owner:
      'Esta pessoa passa a poder tudo: convidar e remover pessoas, criar chaves de API, mudar configurações.',
    collaborator:
      'Esta pessoa deixa de ver pessoas, chaves, webhooks e configurações. As sessões dela terminam, e ela entra de novo.',
  },
  roleChanged: (name: string, role: string) => `${name} agora é ${role.toLowerCase()}.`,
  remove: 'Remover o acesso',
  removeOf: (name: string) => `Remover o acesso de ${name}`,
  aboutRemove:
    'Todas as sessões terminam na hora. Como profissional, a pessoa continua na agenda. Chaves de API que ela criou continuam valendo: revogue-as se for preciso.',
  removed: (name: string) => `${name} não tem mais acesso.`,
  lastOwner:
    'Sempre tem de haver um proprietário que possa entrar. Torne outra pessoa proprietária antes.',
  invite: 'Convidar',
  sendInvite: 'Enviar o convite',
  who: 'Quem',
  aboutWho: 'Um profissional que ainda não entra no painel, ou alguém novo.',
  someoneNew: 'Alguém novo',
  name: 'Nome',
  aboutInviteEmail: 'O convite vai para este endereço e vale por sete dias.',
  role: 'Papel',
  invited: (email: string) => `O convite foi enviado para ${email}.`,
  tooManyPeople:
    'O limite de pessoas ou de convites em aberto foi atingido. Retire um convite antes.',
  tooManyMails: 'Muitos e-mails foram enviados nesta hora. Tente de novo mais tarde.',
  inviteUntil: (moment: string) => `vale até ${moment}`,
  emailInUse: 'Já existe um acesso com este e-mail',
  resend: 'Enviar de novo',
  resendOf: (email: string) => `Enviar de novo o convite de ${email}`,
  resent: (email: string) => `Um novo link foi enviado para ${email}. O anterior não vale mais.`,
  revoke: 'Retirar o convite',
  revokeOf: (email: string) => `Retirar o convite de ${email}`,
  aboutRevoke: 'O link que foi enviado deixa de valer. Você pode convidar de novo quando quiser.',
  revoked: (email: string) => `O convite de ${email} foi retirado.`,
}

const en: typeof pt = {
  title: 'People',
  about:
    'Who signs in to this dashboard. Collaborators look after the day; owners also after people, keys, webhooks and settings.',
  users: 'People with access',
  invites: 'Open invites',
  you: 'You',
  inactive: 'Inactive',
  since: (date: string) => `since ${date}`,
  roles: { owner: 'Owner', collaborator: 'Collaborator' },
  aboutRoles: {
    owner: 'May do everything, also invite and remove people.',
    collaborator: 'Agenda, queue, clients, services, hours, deposits and messages.',
  },
  actionsOf: (name: string) => `Actions for ${name}`,
  sessions: 'See sessions',
  sessionsOf: (name: string) => `Sessions of ${name}`,
  changeEmail: 'Change the e-mail',
  emailOf: (name: string) => `Change the e-mail of ${name}`,
  email: 'E-mail',
  aboutEmail: 'The person signs in with this e-mail. The password stays the same.',
  emailAsked: (email) => `A link was sent to ${email}. The change counts once it is used.`,
  waitsFor: (email) => `${email} is not confirmed yet`,
  yourPassword: 'Your password',
  aboutPassword: 'So that we know that it is you.',
  changeRole: { owner: 'Make a collaborator', collaborator: 'Make an owner' },
  changeRoleOf: {
    owner: (name: string) => `Make ${name} an owner`,
    collaborator: (name: string) => `Make ${name} a collaborator`,
  },
  aboutRole: {
    owner:
      'This person may do everything then: invite and remove people, create API keys, change settings.',
    collaborator:
      'This person no longer sees people, keys, webhooks and settings. Their sessions end, and they sign in again.',
  },
  roleChanged: (name: string, role: string) => `${name} has a new role: ${role.toLowerCase()}.`,
  remove: 'Remove access',
  removeOf: (name: string) => `Remove the access of ${name}`,
  aboutRemove:
    'All sessions end at once. As a professional, the person stays in the agenda. API keys that they created go on working: revoke them if need be.',
  removed: (name: string) => `${name} has no access any more.`,
  lastOwner: 'There always has to be an owner who can sign in. Make someone else an owner first.',
  invite: 'Invite',
  sendInvite: 'Send the invite',
  who: 'Who',
  aboutWho: 'A professional who does not sign in yet, or someone new.',
  someoneNew: 'Someone new',
  name: 'Name',
  aboutInviteEmail: 'The invite goes to this address and works for seven days.',
  role: 'Role',
  invited: (email: string) => `The invite is sent to ${email}.`,
  tooManyPeople: 'The limit of people or of open invites is reached. Withdraw an invite first.',
  tooManyMails: 'Many e-mails were sent in this hour. Try again later.',
  inviteUntil: (moment: string) => `works until ${moment}`,
  emailInUse: 'Someone signs in with this e-mail already',
  resend: 'Send again',
  resendOf: (email: string) => `Send again: invite of ${email}`,
  resent: (email: string) =>
    `A new link is sent to ${email}. The one before does not work any more.`,
  revoke: 'Withdraw the invite',
  revokeOf: (email: string) => `Withdraw the invite of ${email}`,
  aboutRevoke: 'The link that was sent stops working. You can invite again whenever you like.',
  revoked: (email: string) => `The invite of ${email} is withdrawn.`,
}

export const PEOPLE_TEXTS: Texts<typeof pt> = { pt, en }

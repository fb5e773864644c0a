/** The mails about accounts, in the language of the organization. */
import type { Organization } from '@scheduling/database'
import { joined } from '@scheduling/messaging'
import { LIMITS } from '../contract/limits.ts'

type MailText = { readonly subject: string; readonly body: string }

type To = { readonly organization: Pick<Organization, 'name' | 'language'>; readonly link: string }

export function inviteMail({ organization, link, name }: To & { readonly name: string }): MailText {
  const { name: team, language } = organization
  return language === 'pt'
    ? {
        subject: `Convite para a equipe ${joined('de', team)}`,
        body: `Olá, ${name}!\n\nVocê foi convidado para a equipe ${joined('de', team)}. Para escolher uma senha e entrar, abra este endereço nos próximos ${LIMITS.inviteDays} dias:\n\n${link}\n\nO convite só pode ser usado uma vez. Se você não o esperava, ignore esta mensagem.\n`,
      }
    : {
        subject: `Invitation to the team of ${team}`,
        body: `Hello, ${name}!\n\nYou are invited to the team of ${team}. To choose a password and sign in, open this address within ${LIMITS.inviteDays} days:\n\n${link}\n\nThe invitation can be used once. If you did not expect it, ignore this message.\n`,
      }
}

export function resetMail({ organization, link }: To): MailText {
  const { name: team, language } = organization
  const minutes = LIMITS.passwordResetMinutes
  return language === 'pt'
    ? {
        subject: `Nova senha para ${team}`,
        body: `Alguém pediu uma nova senha para este e-mail em ${team}. Para escolhê-la, abra este endereço nos próximos ${minutes} minutos:\n\n${link}\n\nO endereço só pode ser usado uma vez, e encerra todas as suas sessões. Se não foi você quem pediu, ignore esta mensagem: a senha continua a mesma.\n`,
      }
    : {
        subject: `New password for ${team}`,
        body: `A new password was requested for this e-mail at ${team}. To choose it, open this address within ${minutes} minutes:\n\n${link}\n\nThe address can be used once, and ends all your sessions. If it was not you who asked, ignore this message: the password stays the same.\n`,
      }
}

export function newEmailMail({ organization, link }: To): MailText {
  const { name: team, language } = organization
  const minutes = LIMITS.passwordResetMinutes
  return language === 'pt'
    ? {
        subject: `Confirme seu novo e-mail em ${team}`,
        body: `Um acesso a ${team} vai passar a usar este e-mail. Para confirmar, abra este endereço nos próximos ${minutes} minutos:\n\n${link}\n\nSe você não sabe do que se trata, não precisa fazer nada.`,
      }
    : {
        subject: `Confirm your new e-mail at ${team}`,
        body: `A login at ${team} is to use this e-mail. To confirm it, open this address within ${minutes} minutes:\n\n${link}\n\nIf you do not know what this is about, there is nothing to do.`,
      }
}

/** To the address that is given up. It does not name the new address: another person may read the mail. */
export function oldEmailMail({ organization }: Pick<To, 'organization'>): MailText {
  const { name: team, language } = organization
  return language === 'pt'
    ? {
        subject: `Troca do seu e-mail em ${team}`,
        body: `Um responsável por ${team} pediu para trocar o e-mail com que você entra. A troca vale quando o novo endereço for confirmado; até lá, você entra com este. Se você não sabe do que se trata, fale com ${team} agora.`,
      }
    : {
        subject: `Change of your e-mail at ${team}`,
        body: `An owner of ${team} asked to change the e-mail with which you sign in. It counts once the new address is confirmed; until then you sign in with this one. If you do not know what this is about, talk to ${team} now.`,
      }
}

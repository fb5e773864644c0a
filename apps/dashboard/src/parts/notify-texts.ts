/** Words of what a client is told of a change. */
import type { Texts } from '../words/language.tsx'

const pt = {
  byWhatsapp: (to: string) => `Por WhatsApp para ${to}`,
  byEmail: (to: string) => `Por e-mail para ${to}`,
  template: 'O WhatsApp envia o modelo aprovado, com estes dados: as palavras podem ser outras.',
  noWay: 'Sem como avisar',
  lacks: {
    consent: 'O cliente ainda não aceitou mensagens por WhatsApp.',
    email: 'O cadastro não tem e-mail.',
    number: 'A clínica não conectou um número de WhatsApp.',
    mail_server: 'O serviço não tem um servidor de e-mail.',
  },
  agree: 'O cliente aceita agora',
  addEmail: 'Adicionar e-mail',
  connect: 'Conectar o número',
}

const en: typeof pt = {
  byWhatsapp: (to) => `By WhatsApp to ${to}`,
  byEmail: (to) => `By e-mail to ${to}`,
  template: 'WhatsApp sends the approved template with these facts: its words can differ.',
  noWay: 'No way to notify',
  lacks: {
    consent: 'The client has not agreed to messages by WhatsApp yet.',
    email: 'The client has no e-mail.',
    number: 'The clinic has not connected a WhatsApp number.',
    mail_server: 'The service has no mail server.',
  },
  agree: 'The client agrees now',
  addEmail: 'Add an e-mail',
  connect: 'Connect the number',
}

export const NOTIFY_TEXTS: Texts<typeof pt> = { pt, en }

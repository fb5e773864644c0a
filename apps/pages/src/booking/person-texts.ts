import type { Language, Texts } from '../language.ts'

const PT = {
  optional: 'opcional',
  contact: 'Deixe um celular ou um e-mail, para a equipe falar com você.',
  whatsapp: 'Quero receber mensagens sobre este pedido por WhatsApp',
  trap: 'Deixe em branco',
  trapped: 'Algo preencheu um campo que ninguém vê. Apagamos esse campo: envie de novo.',
  labels: {
    firstName: 'Nome',
    lastName: 'Sobrenome',
    phone: 'Celular, de preferência com WhatsApp',
    email: 'E-mail',
    notes: 'Quer dizer algo à equipe?',
  },
  hints: {
    firstName: '',
    lastName: '',
    phone: 'Com DDD, como em (11) 98765-4321',
    email: '',
    notes: 'Não escreva documentos nem dados de saúde.',
  },
  meant: (email: string) => `Você quis dizer ${email}?`,
  takeMeant: (email: string) => `Sim, enviar com ${email}`,
  landline:
    'Este número parece ser de um telefone fixo, e mensagens do WhatsApp podem não chegar a ele. Se você tem um celular, prefira o celular.',
  hintsIgnored: 'Se está tudo certo, envie de novo assim mesmo.',
  tooLong: (most: number) => `Use no máximo ${most} caracteres`,
  wrong: {
    firstName: {
      missing: 'Digite o seu nome',
      invalid: 'Digite só o seu nome, sem site nem e-mail',
    },
    lastName: {
      missing: 'Digite o sobrenome',
      invalid: 'Digite só o sobrenome, sem site nem e-mail',
    },
    phone: {
      missing: 'Digite um celular ou um e-mail',
      invalid: 'Digite o celular com DDD e 9 dígitos',
    },
    email: { missing: 'Digite o e-mail', invalid: 'Confira o e-mail, como em ana@exemplo.com' },
    notes: { missing: 'Digite a observação', invalid: 'A observação é longa demais' },
  },
}
export type PersonTexts = typeof PT

const EN: PersonTexts = {
  optional: 'optional',
  contact: 'Leave a mobile number or an e-mail, so that the team can reach you.',
  whatsapp: 'Send me messages about this booking by WhatsApp',
  trap: 'Leave this empty',
  trapped: 'Something filled in a hidden field. We emptied it: send the form again.',
  labels: {
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Mobile number, with WhatsApp if you have it',
    email: 'E-mail',
    notes: 'Anything to tell the team?',
  },
  hints: {
    firstName: '',
    lastName: '',
    phone: 'With the area code, as in (11) 98765-4321',
    email: '',
    notes: 'Do not write documents or health details here.',
  },
  meant: (email) => `Did you mean ${email}?`,
  takeMeant: (email) => `Yes, send it with ${email}`,
  landline:
    'This looks like a landline, and WhatsApp messages may not reach it. If you have a mobile number, use that one.',
  hintsIgnored: 'If everything is right, just send it again as it is.',
  tooLong: (most) => `Write at most ${most} characters`,
  wrong: {
    firstName: {
      missing: 'Write your name',
      invalid: 'Write your name alone, without a site or an e-mail',
    },
    lastName: { missing: 'Write your last name', invalid: 'Write your name alone' },
    phone: {
      missing: 'Write a mobile number or an e-mail',
      invalid: 'Check the mobile number and its area code',
    },
    email: { missing: 'Write the e-mail', invalid: 'Check the e-mail, as in ana@example.com' },
    notes: { missing: 'Write the note', invalid: 'The note is too long' },
  },
}

const IN_BRAZIL: Texts<PersonTexts> = { pt: PT, en: EN }

/** Of a phone number that has neither the area code nor the length of a Brazilian one. */
const ABROAD: Texts<{ hint: string; invalid: string }> = {
  pt: {
    hint: 'Com código de área, se houver; de outro país, com + e o código dele',
    invalid: 'Confira o celular e o código de área',
  },
  en: {
    hint: 'With its area code; from another country, with + and its code',
    invalid: 'Check the mobile number and its area code',
  },
}

export function personTexts(
  language: Language,
  { country }: { readonly country: string },
): PersonTexts {
  const texts = IN_BRAZIL[language]
  if (country === 'BR') return texts
  const { hint, invalid } = ABROAD[language]
  return {
    ...texts,
    hints: { ...texts.hints, phone: hint },
    wrong: { ...texts.wrong, phone: { ...texts.wrong.phone, invalid } },
  }
}

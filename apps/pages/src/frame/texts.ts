import type { Texts } from '../language.ts'

const PT = {
  locale: 'pt-BR',
  other: { locale: 'en', word: 'en', name: 'In English' },
  test: 'Ambiente de teste: nada aqui é real.',
  step: (at: number, of: number) => `Passo ${at} de ${of}`,
  skip: 'Ir para o conteúdo',
  newTab: 'abre em outra aba',
  whatsapp: 'WhatsApp',
  toDashboard: 'Entrar no painel da equipe',
  toDocs: 'Documentação da API, em inglês',
  gone: 'Este link não funciona',
  goneWhy: 'Ele pode ser antigo ou estar incompleto. Fale com quem enviou o link.',
  missing: 'Esta página não existe',
  missingWhy: 'Confira o endereço, ou peça o link de novo a quem o enviou.',
  busy: 'Muitas tentativas',
  busyWhy: 'Espere um pouco e tente de novo.',
  failed: 'Algo deu errado',
  failedWhy: 'Tente de novo em instantes. Enviar o mesmo pedido outra vez não reserva duas vezes.',
  foreign: 'Abra a página de novo',
  foreignWhy: 'O pedido veio de outro site, por isso nada foi alterado.',
  faults: 'Corrija os campos abaixo',
  goBack: 'Começar de novo',
  book: 'Marcar um horário',
}
export type FrameTexts = typeof PT

const EN: FrameTexts = {
  locale: 'en',
  other: { locale: 'pt-BR', word: 'pt', name: 'Em português' },
  test: 'A test: nothing here is real.',
  step: (at, of) => `Step ${at} of ${of}`,
  skip: 'Go to the content',
  newTab: 'opens in a new tab',
  whatsapp: 'WhatsApp',
  toDashboard: 'Sign in to the dashboard of the team',
  toDocs: 'API documentation',
  gone: 'This link does not work',
  goneWhy: 'It may be too old, or not complete. Ask the sender for a new one.',
  missing: 'This page does not exist',
  missingWhy: 'Check the address, or ask for the link again.',
  busy: 'Too many attempts',
  busyWhy: 'Wait a little and try again.',
  failed: 'Something went wrong',
  failedWhy: 'Try again in a moment. Sending the same again does not book twice.',
  foreign: 'Open the page again',
  foreignWhy: 'The request came from another site, so nothing was changed.',
  faults: 'Please correct the fields below',
  goBack: 'Start again',
  book: 'Book a time',
}

export const FRAME_TEXTS: Texts<FrameTexts> = { pt: PT, en: EN }

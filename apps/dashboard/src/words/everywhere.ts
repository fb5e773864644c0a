/** Words that stand in every room. */
import type { Texts } from './language.tsx'

const pt = {
  save: 'Salvar',
  close: 'Fechar',
  back: 'Voltar',
  edit: 'Editar',
  remove: 'Remover',
  create: 'Criar',
  tryAgain: 'Tentar de novo',
  undo: 'Desfazer',
  more: 'Mostrar mais',
  search: 'Buscar',
  loading: 'Carregando…',
  none: '—',
  yes: 'Sim',
  no: 'Não',
  all: 'Todos',
  copy: 'Copiar',
  copied: 'Copiado',
  required: 'Preencha este campo.',
  failed: 'Não foi possível',
  noAnswer:
    'O serviço não respondeu. Verifique a rede e tente de novo; nada do que você digitou se perdeu.',
  requestNumber: (id: string) => `Pedido ${id}`,
  otherFields: 'Outros campos',
  leaveTitle: 'Descartar o que foi digitado?',
  leaveText: 'O que você digitou ainda não foi salvo.',
  leave: 'Descartar',
  stay: 'Continuar editando',
}

const en: typeof pt = {
  save: 'Save',
  close: 'Close',
  back: 'Back',
  edit: 'Edit',
  remove: 'Remove',
  create: 'Create',
  tryAgain: 'Try again',
  undo: 'Undo',
  more: 'Show more',
  search: 'Search',
  loading: 'Loading…',
  none: '—',
  yes: 'Yes',
  no: 'No',
  all: 'All',
  copy: 'Copy',
  copied: 'Copied',
  required: 'Fill in this field.',
  failed: 'This could not be done',
  noAnswer:
    'The service did not answer. Check the network and try again; nothing that you typed is lost.',
  requestNumber: (id: string) => `Request ${id}`,
  otherFields: 'Other fields',
  leaveTitle: 'Discard what you typed?',
  leaveText: 'What you typed is not saved yet.',
  leave: 'Discard',
  stay: 'Keep editing',
}

export const EVERYWHERE: Texts<typeof pt> = { pt, en }

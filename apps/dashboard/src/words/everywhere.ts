/** Words that stand in every room. */
import type { Texts } from './language.tsx'

const pt = {
  save: 'Salvar',
  cancel: 'Cancelar',
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
}

const en: typeof pt = {
  save: 'Save',
  cancel: 'Cancel',
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
}

export const EVERYWHERE: Texts<typeof pt> = { pt, en }

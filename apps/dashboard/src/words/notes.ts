/** Words of notes: those of a booking, and those that the team keeps for itself. */
import type { Texts } from './language.tsx'

const pt = {
  booking: {
    title: 'Anotações',
    hint: 'A equipe vê, e também os sistemas que vocês conectaram, por chave ou webhook.',
    save: 'Salvar anotações',
  },
  team: {
    title: 'Só para a equipe',
    hint: 'O cliente não vê, nem os sistemas que vocês conectaram.',
    save: 'Salvar para a equipe',
  },
  aboutClient: 'Sobre o cliente',
  none: 'Nenhuma anotação.',
  saved: 'Anotações salvas.',
}

const en: typeof pt = {
  booking: {
    title: 'Notes',
    hint: 'The team sees them, and so do the systems that you connected by a key or a webhook.',
    save: 'Save the notes',
  },
  team: {
    title: 'For the team only',
    hint: 'Neither the client nor the systems that you connected see it.',
    save: 'Save for the team',
  },
  aboutClient: 'About the client',
  none: 'No notes.',
  saved: 'The notes are saved.',
}

export const NOTES_TEXTS: Texts<typeof pt> = { pt, en }

/** Words of notes: those of a booking, and those that the team keeps for itself. */
import type { Texts } from './language.tsx'

const pt = {
  booking: 'Anotações',
  bookingHint: 'A equipe vê, e também os sistemas que vocês conectaram, por chave ou webhook.',
  team: 'Só para a equipe',
  teamHint: 'O cliente não vê, nem os sistemas que vocês conectaram.',
  aboutClient: 'Sobre o cliente',
  none: 'Nenhuma anotação.',
  save: 'Salvar anotações',
  saveTeam: 'Salvar para a equipe',
  saved: 'Anotações salvas.',
}

const en: typeof pt = {
  booking: 'Notes',
  bookingHint:
    'The team sees them, and so do the systems that you connected by a key or a webhook.',
  team: 'For the team only',
  teamHint: 'Neither the client nor the systems that you connected see it.',
  aboutClient: 'About the client',
  none: 'No notes.',
  save: 'Save the notes',
  saveTeam: 'Save for the team',
  saved: 'The notes are saved.',
}

export const NOTES_TEXTS: Texts<typeof pt> = { pt, en }

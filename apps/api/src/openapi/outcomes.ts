/** What the words of `success` mean, for the document; a word that is not here stands for itself. */
export const STANDARD_OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'Done.',
  created: 'Created.',
  existing: 'It existed already: the existing record, and nothing new was made.',
  accepted: 'Accepted; it happens in the background.',
  deleted: 'Removed. The answer has no body.',
}

/** What the words of `success` mean, for the document; a word that is not here stands for itself. */
export const STANDARD_OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'Done.',
  created: 'Created.',
  existing: 'It already existed: the existing record, unchanged unless you asked otherwise.',
  accepted: 'Accepted. The work is done in the background.',
  deleted: 'Deleted. The answer has no body.',
}

import { findRows, tables } from '@scheduling/database'
import { PURPOSES } from '@scheduling/messaging'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { CatalogueText, toText } from './text-fields.ts'
import { LANGUAGES } from '../ground/language.ts'

/** `messaging.listTexts`: what clients are told, for each purpose and language. */
export const listTexts = procedure({
  kind: 'read',
  scope: 'read',
  access: 'managers',
  input: z.object({}),
  output: z.object({ data: z.array(CatalogueText) }),
  problems: [],
  async run({ db, organization }) {
    const own = await findRows(db, tables.messageText, { organizationId: organization.id })
    const data = PURPOSES.flatMap((purpose) =>
      LANGUAGES.map((language) => {
        const found = own.find((row) => row.purpose === purpose && row.language === language)
        return toText(purpose, language, found ?? null)
      }),
    )
    return { data }
  },
})

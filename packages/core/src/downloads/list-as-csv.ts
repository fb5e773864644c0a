import { z } from 'zod'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { parsed, readInput } from '../contract/validation.ts'
import { inCountry } from '../ground/country.ts'
import { invalidFields } from '../contract/problems.ts'
import { csvLine, SEPARATORS } from '../ground/csv-cells.ts'
import type { Group } from '../procedure/accesses.ts'
import { proceduresOf } from '../procedure/procedure-list.ts'
import { appRouter } from '../router.ts'
import { noteDownload, type Download } from './download.ts'

const Form = z.object({
  /** A byte order mark, by which Excel knows UTF-8. */
  bom: z.boolean().default(false),
  separator: z.enum(SEPARATORS).default(','),
})

/** What each list adds to its records page by page: the CSV has all of it. */
const OF_PAGES: ReadonlySet<string> = new Set(['limit', 'cursor', 'expand'])

const BOM = '\uFEFF'

/**
 * A list of the API as CSV: the same filters, the same records, in the same order. Each page is read when the one
 * before it has been sent, so a record is as it was when its page was read.
 *
 * @param procedure the list, by its name in the router
 * @param access who of the team may download it; by default, who may read the list
 */
export function listAsCsv(name: string, procedure: string, access?: Group): Download {
  const found = proceduresOf(appRouter).find((one) => one.name === procedure)?.endpoint
  if (found == null) throw new Error(`There is no list called ${procedure}.`)
  const endpoint = found
  const columns = columnsOf(endpoint.output)
  const pageOf = async (context: Context, input: object): Promise<Page> => {
    const answer = await inCountry(context.organization, () =>
      endpoint.perform(context, input, procedure),
    )
    return Page.parse(answer.kind === 'fresh' ? answer.reply : null)
  }
  return {
    access: access ?? endpoint.access,
    ...(endpoint.feature === undefined ? {} : { feature: endpoint.feature }),
    async open(context, raw) {
      const { form, filters } = split(raw)
      const { bom, separator } = parsed(Form, form)
      const reading = readInput(endpoint.input, filters, true)
      if ('faults' in reading) throw invalidFields(reading.faults)
      const asked = { ...reading.value, limit: LIMITS.pageSizeMax }
      const first = await pageOf(context, asked)
      await noteDownload(context, { action: 'list.downloaded', id: name, changes: null })
      const written = ({ data }: Page) =>
        Buffer.from(
          data
            .map((row) =>
              csvLine(
                columns.map((key) => flat(row[key])),
                separator,
              ),
            )
            .join(''),
        )
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield Buffer.from((bom ? BOM : '') + csvLine(columns, separator))
        for (let page = first; ;) {
          if (page.data.length > 0) yield written(page)
          if (page.next_cursor === null) return
          page = await pageOf(context, { ...asked, cursor: page.next_cursor })
        }
      }
      return { fileName: `${name}.csv`, contentType: 'text/csv; charset=utf-8', pieces: pieces() }
    },
  }
}

const Page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullable(),
})
type Page = z.output<typeof Page>

/** How the file is written, and what is asked of the list. A page is for the list alone to choose. */
function split(raw: unknown): { form: object; filters: unknown } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { form: {}, filters: raw }
  const all = Object.entries(raw)
  const isOfForm = ([key]: [string, unknown]) => key in Form.shape
  return {
    form: Object.fromEntries(all.filter(isOfForm)),
    filters: Object.fromEntries(
      all
        .filter((entry) => !isOfForm(entry))
        .map(([key, value]) => [OF_PAGES.has(key) ? `${key} (of pages)` : key, value]),
    ),
  }
}

/** The fields of a record, in their order. */
function columnsOf(page: z.ZodType): string[] {
  const data = page instanceof z.ZodObject ? page.shape['data'] : null
  const record = data instanceof z.ZodArray ? data.element : null
  if (!(record instanceof z.ZodObject)) throw new Error('This is not a list of records.')
  return Object.keys(record.shape).filter((field) => field !== 'object')
}

/** A person, a service: its name. Several: their names. A map of the caller's own: JSON. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat).join(', ')
  if (typeof value !== 'object' || value === null) return value
  if ('name' in value && 'id' in value) return value.name
  return Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

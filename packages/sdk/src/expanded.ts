/** What `expand` does to the type of a record. */

/** `queue_entry` → `queueEntry` */
type CodeName<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CodeName<Rest>>}`
  : Name

/**
 * The record with full records in the fields that `Names` asks for. Where the names are known only at run time, such
 * a field is either.
 *
 * @template Full the full records, by the field
 */
export type Expanded<Short, Full, Names extends readonly string[]> = Names extends readonly []
  ? Short
  : number extends Names['length']
    ? {
        [Field in keyof Short]: Field extends CodeName<Names[number]> & keyof Full
          ? Short[Field] | Full[Field]
          : Short[Field]
      }
    : {
        [Field in keyof Short]: Field extends CodeName<Names[number]> & keyof Full
          ? Full[Field]
          : Short[Field]
      }

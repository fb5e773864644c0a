/** A file of compose against its specification, and the habits of a linter. */
import { DCLinter } from 'dclint'

/** Rules that say something else than we do. */
const OFF = [
  // An image that is built here has a name all the same, so that it can be had from a registry.
  'no-build-and-image',
  // The proxy is there to be reached.
  'no-unbound-port-interfaces',
  // Ours is the order in which things start.
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
  'no-quotes-in-volumes',
]

/** A file's faults. The linter's own types name modules that its package has not. */
type Found = { readonly messages: readonly Fault[] }
type Fault = { readonly line: number; readonly message: string; readonly rule: string }

/** What it finds, one line each. */
export function composeFaults(file: string): string[] {
  const linter = new DCLinter({
    rules: Object.fromEntries(OFF.map((rule) => [rule, 0 as const])),
    quiet: false,
    debug: false,
    exclude: [],
    disableAllRules: false,
  })
  const found: readonly Found[] = linter.lintFiles([file], false)
  return found.flatMap(({ messages }) =>
    messages.map(({ line, message, rule }) => `${line}: ${message} ${rule}`),
  )
}

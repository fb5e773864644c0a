import { SETTINGS, type SettingName, type Settings } from './settings.ts'
import { faultsBetween } from './settings-rules.ts'

/** Every faulty setting, one line each. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Settings, of which some can't be done without. */
export type Read<Names extends SettingName, Required extends SettingName> = Settings<Names> & {
  readonly [Name in Required]: NonNullable<Settings<Name>[Name]>
}

/**
 * Reads settings from an environment. An empty value counts as absent.
 *
 * @param required those of `names` that the process can't do without
 * @throws SettingsError that lists every fault
 */
export function readSettings<const Names extends SettingName, const Required extends Names = never>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly Names[],
  required: readonly Required[] = [],
): Read<Names, Required> {
  const values: Record<string, unknown> = {}
  const faults = new Map<SettingName, string>()
  for (const name of names) {
    const text = environment[name]
    const result = SETTINGS[name].schema.safeParse(text === '' ? undefined : text)
    if (result.success) values[name] = result.data
    else faults.set(name, result.error.issues.map((issue) => issue.message).join(' '))
  }
  const read = new Set<SettingName>(names.filter((name) => !faults.has(name)))
  for (const { setting, fault } of faultsBetween(values, read)) faults.set(setting, fault)
  for (const name of required) {
    if (values[name] === undefined && !faults.has(name)) faults.set(name, 'missing.')
  }
  if (faults.size > 0) {
    throw new SettingsError([...faults].map(([name, fault]) => `${name}: ${fault}`).join('\n'))
  }
  return values as Read<Names, Required>
}

/** For `env.ts` files and commands: the settings, or every fault on stderr and exit code 1. */
export function settingsOrExit<
  const Names extends SettingName,
  const Required extends Names = never,
>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly Names[],
  required: readonly Required[] = [],
): Read<Names, Required> {
  try {
    return readSettings(environment, names, required)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(
      `These settings are not valid:\n${error.message.replaceAll(/^/gm, '  ')}\n`,
    )
    process.exit(1)
  }
}

/** What the command line reads from its environment: one place, so that nothing else depends on it. */

export type Environment = {
  /** `SCHEDULING_URL`; undefined when it is not set or empty. */
  readonly url: string | undefined
  /** `SCHEDULING_API_KEY` */
  readonly apiKey: string | undefined
  /** `SCHEDULING_PROFILE` */
  readonly profile: string | undefined
  /** The folder of settings of this person: `XDG_CONFIG_HOME`. */
  readonly configHome: string | undefined
  /** No color and no motion, whatever the terminal can do: `NO_COLOR`, or `TERM=dumb`. */
  readonly isPlain: boolean
}

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = (name: string) => (env[name] === '' ? undefined : env[name])
  return {
    url: given('SCHEDULING_URL'),
    apiKey: given('SCHEDULING_API_KEY'),
    profile: given('SCHEDULING_PROFILE'),
    configHome: given('XDG_CONFIG_HOME'),
    isPlain: given('NO_COLOR') !== undefined || env['TERM'] === 'dumb',
  }
}

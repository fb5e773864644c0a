/** Every file that callers download. */
import path from 'node:path'
import { npmPackage } from './npm-package.ts'
import { phpFolder } from './php-folder.ts'
import { pythonWheel } from './python-wheel.ts'
import { tarball } from './tarball.ts'
import { zip } from './zip.ts'

export type Built = {
  readonly file: string
  readonly versionedFile: string | null
  readonly title: string
  readonly version: string
  readonly body: Uint8Array
}

const PACKAGES = path.join(import.meta.dirname, '../../../packages')

const NPM = [
  { file: 'scheduling-sdk.tgz', title: 'SDK for TypeScript', folder: 'packages/sdk' },
  { file: 'scheduling-cli.tgz', title: 'Command line', folder: 'apps/cli' },
  { file: 'scheduling-client.tgz', title: 'Client for dashboards', folder: 'packages/client' },
] as const

/** Depends on the sources alone: neither on the clock nor on where it is built. */
export async function buildAll(): Promise<readonly Built[]> {
  const npm = await Promise.all(
    NPM.map(async ({ file, title, folder }): Promise<Built> => {
      const { version, files, programs } = await npmPackage(folder)
      const body = tarball(files, programs)
      return { file, versionedFile: null, title, version, body }
    }),
  )
  const wheel = pythonWheel(path.join(PACKAGES, 'sdk-python'))
  const php = phpFolder(path.join(PACKAGES, 'sdk-php'))
  return [
    ...npm,
    {
      file: 'scheduling-python.whl',
      versionedFile: wheel.file,
      title: 'SDK for Python',
      version: wheel.version,
      body: zip(wheel.files),
    },
    {
      file: 'scheduling-php.zip',
      versionedFile: null,
      title: 'SDK for PHP',
      version: php.version,
      body: zip(php.files),
    },
  ]
}

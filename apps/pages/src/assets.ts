/** Files that pages load, of ours and of others. */
import { EMBED } from './embed/asset.ts'
import { FAVICON, ICON, PREVIEW } from './frame/pictures.ts'
import { SCRIPT } from './script/asset.ts'

export type PageAsset = {
  readonly path: string
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

export const ASSETS: readonly PageAsset[] = [SCRIPT, EMBED, ICON, FAVICON, PREVIEW]

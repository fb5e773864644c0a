/** Files that pages load. */
import { SCRIPT } from './script/asset.ts'

export type PageAsset = {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

export const ASSETS: readonly PageAsset[] = [SCRIPT]

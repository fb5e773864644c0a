export { PUBLISHED, withPublishedNames } from './names.ts'
export { BUILT_FOLDER, readPublished, publishedFiles, type PublishedFile } from './files.ts'

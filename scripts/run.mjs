// Behind `npm start` and `npm test`: needs Node and npm, nothing installed, nothing built.
// This file keeps to syntax that very old versions of Node can read, so that they get the message.
import path from 'path'
import { fileURLToPath } from 'url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `This needs Node.js 20.19 or newer, and this is ${process.versions.node}. Get a newer one at https://nodejs.org`,
  )
  process.exitCode = 1
} else {
  const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
  import('./commands.mjs')
    .then(({ run }) => run(project, process.argv.slice(2)))
    .catch((error) => {
      console.error(error?.isPlain === true ? error.message : error)
      process.exitCode = 1
    })
}

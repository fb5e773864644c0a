/** What pnpm should read differently in the packages that we install. */
module.exports = {
  hooks: {
    readPackage(manifest) {
      // We serve its self-contained browser bundle; the dependencies are for those who build with its parts.
      if (manifest.name === '@scalar/api-reference') manifest.dependencies = {}
      // It writes types through the compiler's JavaScript interface, which TypeScript 7 no longer has.
      if (manifest.name === 'openapi-typescript') {
        delete manifest.peerDependencies.typescript
        manifest.dependencies.typescript = '5.9.3'
      }
      return manifest
    },
  },
}

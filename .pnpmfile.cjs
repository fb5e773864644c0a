/**
 * Packages that name TypeScript as what may be there beside them. Tests have it, so it would be installed for what runs
 * too. An override can't take it away: pnpm would still find it among what is optional.
 */
const WITHOUT_TYPESCRIPT = new Set(['@prisma/client', '@prisma/internals', 'cosmiconfig'])

module.exports = {
  hooks: {
    readPackage(manifest) {
      if (WITHOUT_TYPESCRIPT.has(manifest.name)) {
        delete manifest.peerDependencies?.typescript
        delete manifest.peerDependenciesMeta?.typescript
      }
      return manifest
    },
  },
}

export { BackupError, type Manifest } from './backup/manifest.ts'
export { restoreBackup } from './backup/restore.ts'
export { takeBackup } from './backup/take.ts'

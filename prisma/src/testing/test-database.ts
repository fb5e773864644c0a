// @boundaries-ignore The server of the test run is everybody's.
export {
  createBareDatabase,
  databaseName,
  type TestDatabase,
} from '../../../test/support/database.ts'

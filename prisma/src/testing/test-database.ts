// @boundaries-ignore The server of the test run is everybody's.
export { createBareDatabase, type TestDatabase } from '../../../test/support/database.ts'

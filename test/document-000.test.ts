// document-000.md leads from the statements of the commerce document to tests: those tests are there, and none is skipped.
import { describeDocument } from './support/document-table.ts'

describeDocument('000', '000_commerce-protocol.md', 130)

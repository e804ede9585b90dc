import { expect, test } from 'vitest'
import { filesOf } from './use-compared-review.ts'

const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-one\n+two\n'

test('of a diff that is fetched yet no files are known, which is not that there are none', () => {
  expect(filesOf({ text: diff, isPartial: false })?.map(({ path }) => path)).toEqual(['x.ts'])
  expect(filesOf({ text: diff.slice(0, 20), isPartial: true })).toBeUndefined()
})

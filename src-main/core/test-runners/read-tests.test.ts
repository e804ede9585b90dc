import { expect, test } from 'vitest'
import { readTap } from './read-tap.ts'
import { readGo, readTests } from './read-tests.ts'

test('Jest', () => {
  const output = `PASS src/b.test.js
FAIL src/a.test.js
  sums
    ✓ adds (2 ms)
    ✕ fails badly (3 ms)

  ● sums › fails badly

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: 2

      2 |   test('fails badly', () => {
    > 3 |     expect(1 + 1).toBe(3)
        |                   ^

      at Object.toBe (src/a.test.js:3:19)
      at new Promise (node_modules/jest-circus/build/utils.js:1:1)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 1 skipped, 2 passed, 4 total
Time:        0.5 s`
  expect(readTests(output)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'sums › fails badly',
        message:
          'expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: 2',
        path: 'src/a.test.js',
        line: 3,
      },
    ],
  })
})

test('Mocha', () => {
  const output = `1..3
ok 1 sums adds
not ok 2 sums fails badly
  Expected values to be strictly equal: 1 !== 2
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
      at Context.<anonymous> (/project/test/a.js:5:10)
ok 3 sums later # SKIP -
# tests 2
# pass 1
# fail 1`
  expect(readTests(output)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'sums fails badly', path: '/project/test/a.js', line: 5 }],
  })
})

test('go test', () => {
  const lines = [
    { Action: 'run', Package: 'example.com/a', Test: 'TestAll' },
    {
      Action: 'output',
      Package: 'example.com/a',
      Test: 'TestAll/one',
      Output: '=== RUN TestAll\n',
    },
    {
      Action: 'output',
      Package: 'example.com/a',
      Test: 'TestAll/one',
      Output: '    a_test.go:12: got 1, want 2\n',
    },
    { Action: 'fail', Package: 'example.com/a', Test: 'TestAll/one' },
    { Action: 'pass', Package: 'example.com/a', Test: 'TestAll/two' },
    { Action: 'fail', Package: 'example.com/a', Test: 'TestAll' },
    { Action: 'skip', Package: 'example.com/a', Test: 'TestLater' },
    { Action: 'fail', Package: 'example.com/a' },
  ]
  expect(readTests(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'example.com/a.TestAll/one',
        message: 'a_test.go:12: got 1, want 2',
        path: 'a_test.go',
        line: 12,
      },
    ],
  })
})

test('cargo', () => {
  const output = `running 3 tests
test tests::adds ... ok
test tests::later ... ignored
test tests::fails ... FAILED

failures:

---- tests::fails stdout ----

thread 'tests::fails' panicked at src/lib.rs:10:9:
assertion \`left == right\` failed
  left: 1
 right: 2
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    tests::fails

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s`
  expect(readTests(output)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'tests::fails',
        message: 'assertion `left == right` failed\n  left: 1\n right: 2',
        path: 'src/lib.rs',
        line: 10,
      },
    ],
  })
})

test('Maven and Gradle', () => {
  const maven = `[INFO] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in CalcTest
[ERROR] Failures:
[ERROR]   CalcTest.adds:12 expected: <3> but was: <2>
[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 1`
  expect(readTests(maven)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'CalcTest.adds',
        message: 'expected: <3> but was: <2>',
        path: 'CalcTest.java',
        line: 12,
      },
    ],
  })
  const gradle = `CalcTest > adds() FAILED
    org.opentest4j.AssertionFailedError at CalcTest.java:12

3 tests completed, 1 failed, 1 skipped`
  expect(readTests(gradle)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'CalcTest > adds()', path: 'CalcTest.java', line: 12 }],
  })
})

test('an indent that is none of its own is read', () => {
  const output = '  # Subtest: adds\n  ok 1 - adds\n  ok 2 - subtracts\n'
  expect(readTap(output)).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [] })
})

test('what many tests print is read in one pass', () => {
  const numbers = Array.from({ length: 200_000 }, (_, index) => index + 1)
  const tap = numbers.map((number) => `ok ${number} - adds\n`).join('')
  const toEnd = (number: number) => ({ Action: 'pass', Package: 'a', Test: `T/${number}` })
  const go = numbers.map((number) => `${JSON.stringify(toEnd(number))}\n`).join('')
  const all = { passed: numbers.length, failed: 0, skipped: 0, failures: [] }
  expect([readTap(tap), readGo(go)]).toEqual([all, all])
})

test('what tells nothing of tests is told as that', () => {
  const outputs = ['', 'ok', 'Built in 3 s', '{"a":1}', 'not ok', 'error: 2 failed things in 3s']
  expect(outputs.map(readTests)).toEqual(outputs.map(() => undefined))
})
